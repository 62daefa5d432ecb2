import { archivesShareRevoke as call } from '#contract/calls/archive/archives-share-revoke.ts'
import { handler } from '../handler.ts'

export const archivesShareRevoke = handler(call, async ({ archiveId, handle }, { archives, archiveShares }, caller) => {
  await archives.require(caller, archiveId, 'share')
  await archiveShares.revoke(archiveId, handle)
  return null
})
