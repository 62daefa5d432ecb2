import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cloudCycle, cloudGoodsId, cloudTrigger } from '../../cloud-storage.ts'
import { identifier } from '../../rules.ts'
import { cloudStorageStatus } from '../../states/cloud-storage.ts'

/**
 * Cloud storage of each camera that the person may play back, of all sites or those named. `goodsId` ("combo") to `endMs` are of what is
 * in use, else of what begins or ended last.
 */
export const cloudStorageChlOrderQuery = defineCall({
  path: '/vms/cloud-storage/chl/order/query',
  input: z.object({ siteIds: z.optional(z.array(identifier).check(z.maxLength(1_000))) }),
  output: z.object({
    channels: z.array(
      z.object({
        sn: z.string(),
        chlIndex: z.int(),
        channelName: z.string(),
        siteName: z.string(),
        status: cloudStorageStatus,
        goodsId: z.nullable(cloudGoodsId),
        cycle: z.nullable(cloudCycle),
        isTrial: z.boolean(),
        startMs: z.nullable(z.number()),
        endMs: z.nullable(z.number()),
        isRenewed: z.boolean(),
        /** Whether what is in use or follows renews itself, and whether that can be switched on: only where the provider keeps what it was paid with. */
        autoRenew: z.boolean(),
        mayAutoRenew: z.boolean(),
        /** What recordings are kept of; of nothing where there is no term. */
        triggers: z.array(cloudTrigger),
      }),
    ),
    nowMs: z.number(),
  }),
  access: holdersOf('playback'),
  offline: 'cache',
})
