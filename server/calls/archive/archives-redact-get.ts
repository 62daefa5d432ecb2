import { archivesRedactGet as call } from '#contract/calls/archive/archives-redact-get.ts'
import { areasOf } from '../../video/redaction/redaction-views.ts'
import { handler } from '../handler.ts'

export const archivesRedactGet = handler(call, async ({ redactionId }, { redactions }, caller) => {
  const { redaction } = await redactions.require(caller, redactionId, 'query')
  return { areas: areasOf(redaction), isSilent: redaction.is_silent === 1 }
})
