import { archivesShareOpeningList as call } from '#contract/calls/archive/archives-share-opening-list.ts'
import { handler } from '../handler.ts'

export const archivesShareOpeningList = handler(call, async ({ archiveId, handle }, { archives, archiveShares, shareOpenings }, caller) => {
  await archives.require(caller, archiveId, 'share')
  const { id } = await archiveShares.ofArchive(archiveId, handle)
  return { openings: await shareOpenings.list(id) }
})
