import type { Order } from '#contract/calls/licence/order.ts'
import { CURRENCY } from '#contract/payment.ts'
import type { Context } from '../../context.ts'
import { cloudDetails } from '../cloud-storage/cloud-details.ts'
import type { OrderRow } from './order-product.ts'

/** Orders as the wire has them, with how their last payment went. */
export async function toOrders(rows: readonly OrderRow[], { payments, db }: Context): Promise<Order[]> {
  const clouds = await cloudDetails(db, rows)
  const all = await payments.ofOrders(rows.map((row) => row.id))
  return rows.map((row) => {
    const payment = all.find(({ id }) => id === row.payment_id) ?? all.find(({ order_id }) => order_id === row.id)
    return {
      orderId: row.id,
      orderType: row.order_type,
      kind: row.kind,
      chlNum: row.chl_num,
      durationType: row.duration_type,
      cloud: clouds.get(row.id) ?? null,
      lines: JSON.parse(row.lines_json),
      amountCents: row.amount_cents,
      currency: CURRENCY,
      status: row.status,
      createdAtMs: row.created_at_ms,
      payBeforeMs: row.pay_before_ms,
      paidAtMs: row.paid_at_ms,
      payType: payment?.pay_type ?? null,
      payFault: payment?.fault_code ?? null,
    }
  })
}

/** One order, as calls answer it that show a countdown. */
export async function toOrder(row: OrderRow, context: Context): Promise<{ order: Order; nowMs: number }> {
  const [order] = await toOrders([row], context)
  if (order === undefined) throw new Error('An order without a view')
  return { order, nowMs: context.now() }
}
