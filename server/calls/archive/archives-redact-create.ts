import { archivesRedactCreate as call } from '#contract/calls/archive/archives-redact-create.ts'
import { toRedaction } from '../../video/redaction/redaction-views.ts'
import { handler } from '../handler.ts'

export const archivesRedactCreate = handler(call, async (input, { redactions }, caller) =>
  toRedaction(await redactions.create(caller, input), caller),
)
