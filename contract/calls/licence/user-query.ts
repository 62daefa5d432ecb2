import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { coverage } from './licence-info.ts'

/** Who buys: as orders and receipts name them, and the cameras that they buy for. */
export const userQuery = defineCall({
  path: '/vms/user/query',
  input: noInput,
  output: z.object({
    userId: z.string(),
    loginName: z.string(),
    email: z.string(),
    organizationName: z.string(),
    mayBuy: z.boolean(),
    coverage,
  }),
  access: signedIn,
  offline: 'cache',
})
