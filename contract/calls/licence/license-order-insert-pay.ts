import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { payType } from '../../payment.ts'
import { identifier } from '../../rules.ts'

/**
 * Begins the payment of an order, or goes on with the one begun: the browser then opens `payUrl`, the provider's check-out. Fails
 * with 23014 (no such order), 23016 (its time to pay is over), 6000 (not to be paid), 23018 (way of payment not offered), 23024 (the
 * provider does not answer).
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
