import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { orderTypes } from '../../payment.ts'
import { cloudChannels } from '../cloud-storage/cloud-purchase.ts'
import { coverage } from './licence-info.ts'

/**
 * The licence guard, asked before an action that needs cameras covered: those there are and `addedChannels` more. Fails with licence-needed
 * (no licence was ever bought), licence-ended (trial or licence ended), licence-too-small (the licence is for fewer cameras). With the order
 * type of cloud storage: whether that is in use for all the cameras named. Fails with cloud-storage-needed, channel-missing and no-permission.
 */
export const vasInstCheck = defineCall({
  path: '/vms/vas-inst/check',
  input: z.discriminatedUnion('orderType', [
    z.object({ orderType: z.literal(orderTypes.license), addedChannels: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))) }),
    z.object({ orderType: z.literal(orderTypes.cloudStorage), channels: cloudChannels }),
  ]),
  output: z.object({ coverage }),
  access: signedIn,
  offline: 'none',
})
