import { archivesVideoNoTokenList as call } from '#contract/calls/archive/archives-video-no-token-list.ts'
import { toVideo } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesVideoNoTokenList = handler(call, async ({ shareId, password }, { archiveShares, objectLinks, now }) => {
  const { share, archive } = await archiveShares.require(shareId, password)
  await archiveShares.count(share)
  return { videos: [toVideo(archive, objectLinks, { nowMs: now(), endsAtMs: share.expires_at_ms })] }
})
