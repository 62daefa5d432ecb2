import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cents, CURRENCY, orderType, payType } from '../../payment.ts'

/** Ways of payment for a type of order. `isSandbox`: no money moves. Empty when the service takes no payments. */
export const orderPayType = defineCall({
  path: '/vms/order/pay-type',
  input: z.object({ orderType }),
  output: z.object({
    payTypes: z.array(z.object({ payType, isSandbox: z.boolean() })),
    currency: z.literal(CURRENCY),
    leastCents: cents,
    mostCents: cents,
  }),
  access: administrator,
  offline: 'none',
})
