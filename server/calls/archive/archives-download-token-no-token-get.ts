import { archivesDownloadTokenNoTokenGet as call } from '#contract/calls/archive/archives-download-token-no-token-get.ts'
import { handler } from '../handler.ts'

export const archivesDownloadTokenNoTokenGet = handler(call, async ({ shareId }, { archiveShares, archiveDownloads }) => {
  const { share, archive } = await archiveShares.require(shareId)
  return archiveDownloads.allow(archive, { shareId: share.id, endsAtMs: share.expires_at_ms })
})
