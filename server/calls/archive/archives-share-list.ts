import { archivesShareList as call } from '#contract/calls/archive/archives-share-list.ts'
import { handler } from '../../handler.ts'

export const archivesShareList = handler(call, async ({ archiveId }, { archives, archiveShares }, caller) => {
  await archives.require(caller, archiveId, 'share')
  const shares = await archiveShares.list(archiveId)
  return {
    shares: shares.map((share) => ({
      handle: share.id,
      emails: JSON.parse(share.emails_json),
      message: share.message,
      sharedBy: share.shared_by,
      createdAtMs: share.created_at_ms,
      expiresAtMs: share.expires_at_ms,
      state: archiveShares.stateOf(share),
    })),
  }
})
