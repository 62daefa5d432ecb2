import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { payType } from '../../payment.ts'
import { identifier } from '../../rules.ts'

/**
 * Begins the payment of an order, or goes on with the one begun: the browser then opens `payUrl`, the provider's check-out. Fails with
 * order-missing, too-late-to-pay (its time to pay is over), wrong-state (not to be paid), payment-way-not-offered, payment-provider-silent
 * (the provider does not answer).
 */
export const licenseOrderInsertPay = defineCall({
  path: '/vms/license-vas-tob-oder/insert-pay',
  input: z.object({ orderId: identifier, payType }),
  output: z.object({ payId: z.string(), payUrl: z.string(), payBeforeMs: z.number(), nowMs: z.number() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
  rate: { calls: 30, perMs: 60_000 },
})
