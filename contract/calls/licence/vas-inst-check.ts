import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { orderTypes } from '../../payment.ts'
import { coverage } from './licence-info.ts'

/**
 * The licence guard, asked before an action that needs cameras covered: those there are and `addedChannels` more. Fails with licence-needed
 * (no licence was ever bought), licence-ended (trial or licence ended), licence-too-small (the licence is for fewer cameras).
 */
export const vasInstCheck = defineCall({
  path: '/vms/vas-inst/check',
  input: z.object({
    orderType: z.literal(orderTypes.license),
    addedChannels: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  }),
  output: z.object({ coverage }),
  access: signedIn,
  offline: 'none',
})
