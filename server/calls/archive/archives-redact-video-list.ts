import { archivesRedactVideoList as call } from '#contract/calls/archive/archives-redact-video-list.ts'
import { toVideo } from '../../video/archive/archive-views.ts'
import { inItsPlace } from '../../video/redaction/redactions.ts'
import { handler } from '../handler.ts'

export const archivesRedactVideoList = handler(call, async ({ redactionId }, { redactions, objectLinks, now }, caller) => {
  const file = inItsPlace(await redactions.requireMade(caller, redactionId, 'query'))
  return { videos: [toVideo(file, objectLinks, { nowMs: now(), endsAtMs: null })] }
})
