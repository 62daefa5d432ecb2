import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** How many channels of the organization are open, and how many may be: free ones and those of the licence in force. */
export const channelAuthNum = defineCall({
  path: '/vms/channel/auth/num',
  input: noInput,
  output: z.object({ open: z.int(), closed: z.int(), covered: z.int() }),
  access: signedIn,
  offline: 'cache',
})
