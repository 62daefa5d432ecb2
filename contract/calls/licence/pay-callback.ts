import * as z from 'zod/mini'
import { durationType, purchaseKind } from '../../licence-terms.ts'
import { cents, CURRENCY } from '../../payment.ts'
import { identifier } from '../../rules.ts'
import { orderStatus } from '../../states/order.ts'
import { paymentState } from '../../states/payment.ts'

/** What the address holds by which a check-out leads back. `sign` is the service's own, made for this payment and this result. */
export const payCallbackInput = z.object({ payId: identifier, sign: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** How the payment stands by the provider's word, whatever the browser says; `state` open: the provider has not decided. */
export const payCallbackOutput = z.object({
  orderId: z.string(),
  kind: purchaseKind,
  chlNum: z.int(),
  durationType,
  amountCents: cents,
  currency: z.literal(CURRENCY),
  status: orderStatus,
  state: paymentState,
  payFault: z.nullable(z.int()),
})
