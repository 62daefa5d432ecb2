import * as z from 'zod/mini'
import { durationType, purchaseKind } from '../../licence-terms.ts'
import { cents, CURRENCY, orderType, payType } from '../../payment.ts'
import { orderStatus } from '../../states/order.ts'
import { quoteLine } from './quote.ts'

/** An order as its owner sees it. `payFault`: why the last try to pay was refused, a code of the error table. */
export const order = z.object({
  orderId: z.string(),
  orderType,
  kind: purchaseKind,
  chlNum: z.int(),
  durationType,
  lines: z.array(quoteLine),
  amountCents: cents,
  currency: z.literal(CURRENCY),
  status: orderStatus,
  createdAtMs: z.number(),
  /** End of the countdown; after it a new order is needed. */
  payBeforeMs: z.number(),
  paidAtMs: z.nullable(z.number()),
  payType: z.nullable(payType),
  payFault: z.nullable(z.int()),
})
export type Order = z.output<typeof order>
