import { cloudStorageApplicationTerm as call } from '#contract/calls/cloud-storage/cloud-storage-application-term.ts'
import { cloudTermParagraphs } from '#contract/cloud-storage.ts'
import { TERMS_VERSION } from '#contract/payment.ts'
import { handler } from '../handler.ts'

export const cloudStorageApplicationTerm = handler(call, async () => ({ version: TERMS_VERSION, paragraphs: [...cloudTermParagraphs] }))
