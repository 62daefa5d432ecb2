import { archivesShareList as call } from '#contract/calls/archive/archives-share-list.ts'
import { namesFor } from '#contract/masked.ts'
import { handler } from '../handler.ts'

export const archivesShareList = handler(call, async ({ archiveId }, { archives, archiveShares }, caller) => {
  await archives.require(caller, archiveId, 'share')
  const shares = await archiveShares.list(archiveId)
  return {
    shares: shares.map((share) => {
      // Whoever sent a share knows whom they sent it to.
      const names = namesFor(caller, share.user_id)
      return {
        handle: share.id,
        emails: (JSON.parse(share.emails_json) as string[]).map(names.email),
        message: share.message,
        sharedBy: names.name(share.shared_by),
        createdAtMs: share.created_at_ms,
        expiresAtMs: share.expires_at_ms,
        state: archiveShares.stateOf(share),
        isRedacted: share.redaction_id !== null,
        hasPassword: share.password_hash !== null,
        views: share.views,
        mostViews: share.most_views,
      }
    }),
  }
})
