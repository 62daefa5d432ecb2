import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** Numbers of the channels that the person sees. */
export const channelNum = defineCall({
  path: '/vms/channel/num',
  input: z.object({ siteIds: z.optional(z.array(identifier).check(z.maxLength(1000))) }),
  output: z.object({ total: z.int(), online: z.int(), offline: z.int(), closed: z.int() }),
  access: signedIn,
  offline: 'cache',
})
