import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { order } from './order.ts'

/** One order, with the service's time for its countdown. Fails with order-missing. */
export const licenseOrderQuery = defineCall({
  path: '/vms/license-vas-tob-oder/query',
  input: z.object({ orderId: identifier }),
  output: z.object({ order, nowMs: z.number() }),
  access: administrator,
  offline: 'none',
})
