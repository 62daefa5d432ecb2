import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { payCallbackInput, payCallbackOutput } from './pay-callback.ts'

/**
 * A check-out says that it was paid. The service asks the provider and gives the order its effect, once however often it is called. Open,
 * since the person may come back signed out. Fails with payment-signature-wrong and payment-provider-silent (the provider does not answer).
 */
export const payCallbackSuccess = defineCall({
  path: '/vms/pay-callback/success',
  input: payCallbackInput,
  output: payCallbackOutput,
  access: open,
  offline: 'none',
  changes: true,
  alters: 'purchases',
  rate: { calls: 60, perMs: 60_000 },
})
