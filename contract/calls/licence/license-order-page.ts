import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { orderType } from '../../payment.ts'
import { pageNumber } from '../../rules.ts'
import { orderStatus } from '../../states/order.ts'
import { order } from './order.ts'

/** One page of the organization's orders, of licences and of cloud storage or of one of them, newest first. (The path's spelling is the catalogue's.) */
export const licenseOrderPage = defineCall({
  path: '/vms/license-vas-tob-oder/page',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    orderType: z.optional(orderType),
    statuses: z.optional(z.array(orderStatus).check(z.minLength(1), z.maxLength(8))),
  }),
  output: z.object({ total: z.int(), orders: z.array(order), nowMs: z.number() }),
  access: administrator,
  offline: 'cache',
})
