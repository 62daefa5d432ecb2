import { archivesSharePlayed as call } from '#contract/calls/archive/archives-share-played.ts'
import { handler } from '../handler.ts'

export const archivesSharePlayed = handler(call, async ({ shareId, openingId }, { archiveShares, shareOpenings }) => {
  const { id } = await archiveShares.find(shareId)
  await shareOpenings.notePlayed(id, openingId)
  return null
})
