import { archivesRedactCancel as call } from '#contract/calls/archive/archives-redact-cancel.ts'
import { toRedaction } from '../../video/redaction/redaction-views.ts'
import { handler } from '../handler.ts'

export const archivesRedactCancel = handler(call, async ({ redactionId }, { redactions }, caller) =>
  toRedaction(await redactions.cancel(caller, redactionId), caller),
)
