import { orderPayType as call } from '#contract/calls/licence/order-pay-type.ts'
import { CURRENCY, paymentLimits } from '#contract/payment.ts'
import { handler } from '../handler.ts'

/** All types of orders are paid alike. */
export const orderPayType = handler(call, async (_input, { payments: { provider } }) => ({
  payTypes: (provider?.payTypes ?? []).map((payType) => ({ payType, isSandbox: provider?.isSandbox ?? false })),
  currency: CURRENCY,
  leastCents: paymentLimits.leastCents,
  mostCents: paymentLimits.mostCents,
}))
