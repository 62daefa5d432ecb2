import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { cloudCycle, cloudGoodsId, cloudLimits, cloudTrigger, cloudTriggers } from '../../cloud-storage.ts'
import { defineCall } from '../../define-call.ts'
import { cents } from '../../payment.ts'
import { channelIndex, serialNumber } from '../../rules.ts'
import { order } from '../licence/order.ts'

const channels = z.array(z.object({ sn: serialNumber, chlIndex: channelIndex })).check(z.minLength(1), z.maxLength(cloudLimits.channels))
const triggers = z.optional(z.array(cloudTrigger).check(z.minLength(1), z.maxLength(cloudTriggers.length)))

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
    purchase: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('buy'), goodsId: cloudGoodsId, cycle: cloudCycle, channels, triggers }),
      z.object({ kind: z.literal('trial'), sns: z.array(serialNumber).check(z.minLength(1), z.maxLength(cloudLimits.channels)), triggers }),
    ]),
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
