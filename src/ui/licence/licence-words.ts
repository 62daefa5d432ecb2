import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LicenceReason } from '../../lib/licence-reason.ts'

/** Why something cannot be done without a licence, in a sentence. */
export const licenceReasonWords: Record<LicenceReason, MessageDescriptor> = {
  'never-bought': msg`No licence was bought yet, and your organization has no free channels.`,
  'trial-ended': msg`The free trial has ended, and there are no free channels beside it.`,
  'licence-ended': msg`The licence has ended, and there are no free channels beside it.`,
  disputed: msg`The payment of the licence is disputed: until that is settled it is out of force.`,
}
