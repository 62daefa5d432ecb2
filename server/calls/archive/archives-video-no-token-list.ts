import { archivesVideoNoTokenList as call } from '#contract/calls/archive/archives-video-no-token-list.ts'
import { toVideo } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesVideoNoTokenList = handler(
  call,
  async ({ shareId, password }, { archiveShares, shareOpenings, objectLinks, now }, visitor) => {
    const { share, clips } = await archiveShares.require(shareId, password)
    await archiveShares.count(share)
    const openingId = await shareOpenings.note(share.id, 'opened', visitor)
    const limit = { nowMs: now(), endsAtMs: share.expires_at_ms, share: share.id }
    return { videos: clips.map(({ archive }) => toVideo(archive, objectLinks, limit)), openingId }
  },
)
