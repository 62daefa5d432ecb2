import { archivesDownloadTokenGet as call } from '#contract/calls/archive/archives-download-token-get.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const archivesDownloadTokenGet = handler(
  call,
  async ({ taskID, sn, chlIndex }, { archives, archiveDownloads, pieceHashes }, caller) => {
    const archive = await archives.requireMade(caller, taskID, 'download')
    if (archive.sn !== sn || archive.chl_index !== chlIndex) throw new CallFault('archive-missing')
    const pieceSha256s = await pieceHashes.of(archive)
    return { ...(await archiveDownloads.allow(archive, caller)), pieceSha256s }
  },
)
