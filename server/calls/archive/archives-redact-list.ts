import { archivesRedactList as call } from '#contract/calls/archive/archives-redact-list.ts'
import { toRedaction } from '../../video/redaction/redaction-views.ts'
import { handler } from '../handler.ts'

export const archivesRedactList = handler(call, async ({ archiveId }, { redactions }, caller) => {
  const rows = await redactions.list(caller, archiveId)
  return { redactions: rows.map((row) => toRedaction(row, caller)) }
})
