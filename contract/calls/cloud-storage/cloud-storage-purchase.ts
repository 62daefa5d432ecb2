import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cents } from '../../payment.ts'
import { order } from '../licence/order.ts'
import { cloudPurchase } from './cloud-purchase.ts'

/**
 * Orders cloud storage for cameras, to be paid like every order (`/vms/license-vas-tob-oder/insert-pay`), or begins a free trial for all
 * cameras of devices. For a camera that has some in use, the new term begins behind it. `amountCents` is the price that the person saw.
 * Recordings are kept of the `triggers` named, of all unless some are.
 * Fails with terms-not-accepted, price-changed (the price is another), channel-missing and serial-number-unknown (no such camera or device
 * of the organization), past-unavailable (its past cannot be had), licence-renewed-already, no-free-trial, amount-too-high.
 */
export const cloudStoragePurchase = defineCall({
  path: '/vms/cloud-storage/purchase',
  input: z.object({
    purchase: cloudPurchase,
    amountCents: cents,
    acceptedTerms: z.string().check(z.maxLength(32)),
  }),
  output: z.object({ order, nowMs: z.number() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
  rate: { calls: 30, perMs: 60_000 },
})
