import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelStatus } from '../../enums.ts'
import { channelIndex } from '../../rules.ts'

/** Status of the channels named. One that the person may not see, or that does not exist, is left out. */
export const collectionChlStatus = defineCall({
  path: '/vms/collection/chl/status',
  input: z.object({
    channels: z.array(z.object({ sn: z.string().check(z.maxLength(32)), chlIndex: channelIndex })).check(z.maxLength(1000)),
  }),
  output: z.object({
    channels: z.array(z.object({ sn: z.string(), chlIndex: channelIndex, status: channelStatus, statusSinceMs: z.number() })),
  }),
  access: signedIn,
  offline: 'cache',
})
