import { CURRENCY } from '#contract/payment.ts'
import type { OrderRow } from '../../sales/orders/order-product.ts'
import type { PaymentRow } from '../../sales/orders/payment-effects.ts'

/** What somebody with a signed link may know of its payment. */
export function toPayResult({ payment, order }: { payment: PaymentRow; order: OrderRow }) {
  return {
    orderId: order.id,
    kind: order.kind,
    chlNum: order.chl_num,
    durationType: order.duration_type,
    amountCents: payment.amount_cents,
    currency: CURRENCY,
    status: order.status,
    state: payment.state,
    payFault: payment.fault_code,
  } as const
}
