import { archivesVideoList as call } from '#contract/calls/archive/archives-video-list.ts'
import { toVideo } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesVideoList = handler(call, async ({ archiveId }, { archives, objectLinks, now }, caller) => {
  const archive = await archives.requireMade(caller, archiveId, 'query')
  return { videos: [toVideo(archive, objectLinks, { nowMs: now(), endsAtMs: null })] }
})
