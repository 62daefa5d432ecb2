import { archivesRedactDownloadTokenGet as call } from '#contract/calls/archive/archives-redact-download-token-get.ts'
import { readPieceList } from '../../video/archive/piece-list.ts'
import { inItsPlace } from '../../video/redaction/redactions.ts'
import { handler } from '../handler.ts'

export const archivesRedactDownloadTokenGet = handler(call, async ({ redactionId }, { redactions, archiveDownloads }, caller) => {
  const found = await redactions.requireMade(caller, redactionId, 'download')
  const pieceSha256s = readPieceList(found.redaction.piece_sha256s_json) ?? []
  return { ...(await archiveDownloads.allow(inItsPlace(found), caller, redactionId)), pieceSha256s }
})
