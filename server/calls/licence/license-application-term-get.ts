import { licenseApplicationTermGet as call } from '#contract/calls/licence/license-application-term-get.ts'
import { termParagraphs, TERMS_VERSION } from '#contract/payment.ts'
import { handler } from '../handler.ts'

export const licenseApplicationTermGet = handler(call, async (_input, { orders }, { organizationId }) => ({
  version: TERMS_VERSION,
  paragraphs: [...termParagraphs],
  accepted: await orders.lastTerms(organizationId),
}))
