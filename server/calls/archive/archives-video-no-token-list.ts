import { archivesVideoNoTokenList as call } from '#contract/calls/archive/archives-video-no-token-list.ts'
import { toVideo } from '../../video/archive/archive-views.ts'
import { handler } from '../handler.ts'

export const archivesVideoNoTokenList = handler(
  call,
  async ({ shareId, password, openingId }, { archiveShares, shareOpenings, objectLinks, now }, visitor) => {
    const known = openingId && (await shareOpenings.underWay((await archiveShares.find(shareId)).id, openingId))
    const { share, clips } = await archiveShares.require(shareId, password, visitor, known !== undefined)
    if (known === undefined) await archiveShares.count(share)
    const opening = known ?? (await shareOpenings.note(share.id, 'opened', visitor))
    const limit = { nowMs: now(), endsAtMs: share.expires_at_ms, share: share.id }
    return { videos: clips.map(({ clip, archive }) => ({ ...toVideo(archive, objectLinks, limit), clip })), openingId: opening }
  },
)
