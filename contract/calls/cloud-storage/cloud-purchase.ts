import * as z from 'zod/mini'
import { cloudCycle, cloudGoodsId, cloudLimits, cloudTrigger, cloudTriggers } from '../../cloud-storage.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/** Cameras that something of cloud storage is for. */
export const cloudChannels = z
  .array(z.object({ sn: serialNumber, chlIndex: channelIndex }))
  .check(z.minLength(1), z.maxLength(cloudLimits.channels))

/** What recordings are kept of: something at least. */
export const chosenTriggers = z.array(cloudTrigger).check(z.minLength(1), z.maxLength(cloudTriggers.length))

/** What may be bought or tried: goods for a cycle and cameras, or a free trial for all cameras of devices. Without `triggers`: all of them. */
export const cloudPurchase = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('buy'),
    goodsId: cloudGoodsId,
    cycle: cloudCycle,
    channels: cloudChannels,
    triggers: z.optional(chosenTriggers),
    /** Before it ends, the same is charged again to what it was paid with (`cloudRenewal`), until somebody switches that off. */
    autoRenew: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('trial'),
    sns: z.array(serialNumber).check(z.minLength(1), z.maxLength(cloudLimits.channels)),
    triggers: z.optional(chosenTriggers),
  }),
])
export type CloudPurchase = z.output<typeof cloudPurchase>
