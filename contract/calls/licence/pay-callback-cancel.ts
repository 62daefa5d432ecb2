import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { payCallbackInput, payCallbackOutput } from './pay-callback.ts'

/**
 * A check-out was left. The order still waits until its time is over, and can be paid again. Fails with payment-signature-wrong and
 * payment-provider-silent (the provider does not answer).
 */
export const payCallbackCancel = defineCall({
  path: '/vms/pay-callback/cancel',
  input: payCallbackInput,
  output: payCallbackOutput,
  access: open,
  offline: 'none',
  changes: true,
  alters: 'purchases',
  rate: { calls: 60, perMs: 60_000 },
})
