import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cents } from '../../payment.ts'
import { order } from './order.ts'
import { purchase } from './purchase.ts'

/**
 * Places an order. `amountCents` is the price that the person saw, `acceptedTerms` the version of the terms that they accepted.
 * A trial begins at once; any other order waits 30 minutes for its payment and takes the place of one that still waits. Fails as
 * the quote does, and with terms-not-accepted, price-changed, amount-too-low, amount-too-high, no-free-trial,
 * serial-number-unknown (no such device of the organization).
 */
export const licenseOrderInsertPayOrder = defineCall({
  path: '/vms/license-vas-tob-oder/insert-pay-order',
  input: z.object({ purchase, amountCents: cents, acceptedTerms: z.string().check(z.maxLength(32)) }),
  output: z.object({ order, nowMs: z.number() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
  rate: { calls: 30, perMs: 60_000 },
})
