import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { orderTypes } from '../../payment.ts'
import { cloudPurchase } from '../cloud-storage/cloud-purchase.ts'
import { order } from './order.ts'
import { purchase } from './purchase.ts'

/**
 * Whether a purchase or trial is possible now, before a person fills in more. Fails as placing the order would, except for price
 * and terms. `waiting` is an order that still waits for its payment, which a new one would take the place of.
 */
export const buyCheck = defineCall({
  path: '/vms/buy/check',
  input: z.discriminatedUnion('orderType', [
    z.object({ orderType: z.literal(orderTypes.license), purchase }),
    z.object({ orderType: z.literal(orderTypes.cloudStorage), purchase: cloudPurchase }),
  ]),
  output: z.object({ waiting: z.nullable(order), nowMs: z.number() }),
  access: administrator,
  offline: 'none',
})
