import { archivesRedactDelete as call } from '#contract/calls/archive/archives-redact-delete.ts'
import { handler } from '../handler.ts'

export const archivesRedactDelete = handler(call, async ({ redactionId }, { redactions }, caller) => {
  await redactions.delete(caller, redactionId)
  return null
})
