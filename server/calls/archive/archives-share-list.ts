import { archivesShareList as call } from '#contract/calls/archive/archives-share-list.ts'
import { toShare } from '../../video/archive/share-rows.ts'
import { handler } from '../handler.ts'

export const archivesShareList = handler(call, async ({ archiveId }, { archives, archiveShares, now }, caller) => {
  await archives.require(caller, archiveId, 'share')
  const shares = await archiveShares.list(archiveId)
  return { shares: shares.map((row) => toShare(row, caller, now())) }
})
