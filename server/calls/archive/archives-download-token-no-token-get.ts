import { archivesDownloadTokenNoTokenGet as call } from '#contract/calls/archive/archives-download-token-no-token-get.ts'
import { handler } from '../handler.ts'

export const archivesDownloadTokenNoTokenGet = handler(call, async ({ shareId, password }, { archiveShares, archiveDownloads }) => {
  const { share, archive } = await archiveShares.require(shareId, password)
  await archiveShares.count(share)
  return archiveDownloads.allow(archive, { shareId: share.id, endsAtMs: share.expires_at_ms }, share.redaction_id)
})
