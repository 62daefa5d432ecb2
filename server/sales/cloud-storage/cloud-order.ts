import type { QuoteLine } from '#contract/calls/licence/quote.ts'
import type { CloudGoodsId } from '#contract/cloud-storage.ts'
import type { DurationType, PurchaseKind } from '#contract/licence-terms.ts'
import { orderTypes } from '#contract/payment.ts'
import { orderStatuses, orderTransitions, type OrderStatus } from '#contract/states/order.ts'
import { channelKey } from '#shared/channel-key.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { Db } from '../../db/open.ts'
import { daysOfTerm } from '../licence/term-time.ts'
import type { OrderRow } from '../orders/order-product.ts'
import { closeSoon, type Orders } from '../orders/orders.ts'

const { toBePaid, cancelled } = orderStatuses

/** What is ordered, by whom, and how it stands. `triggers` as a term holds them. */
interface CloudWish {
  who: { organizationId: string; userId: string }
  kind: PurchaseKind
  goodsId: CloudGoodsId
  cycle: DurationType
  cameras: readonly { sn: string; chlIndex: number }[]
  amountCents: number
  triggers: string
  autoRenew: boolean
  termsVersion: string
  status: OrderStatus
  nowMs: number
  payBeforeMs: number
  /** The order that this one renews, where nobody placed it. */
  renewsOrderId: string | null
}

/** Writes an order of cloud storage down, inside the transaction `db` that takes the organization's account. */
export async function putCloudOrder(db: Db, orders: Orders, wish: CloudWish): Promise<OrderRow> {
  const { kind, cycle, amountCents } = wish
  const [days, chlNum] = [daysOfTerm(cycle), wish.cameras.length]
  const item = kind === 'trial' ? 'trial' : 'term'
  const line: QuoteLine = { item, chlNum, days, termDays: days, listCents: amountCents, amountCents }
  const row: OrderRow = {
    id: randomId(),
    organization_id: wish.who.organizationId,
    user_id: wish.who.userId,
    order_type: orderTypes.cloudStorage,
    kind,
    chl_num: chlNum,
    duration_type: cycle,
    licence_id: null,
    added_chl_num: 0,
    lines_json: JSON.stringify([line]),
    amount_cents: amountCents,
    status: wish.status,
    terms_version: wish.termsVersion,
    payment_id: null,
    created_at_ms: wish.nowMs,
    pay_before_ms: wish.payBeforeMs,
    paid_at_ms: null,
    is_hidden: 0,
    renews_order_id: wish.renewsOrderId,
  }
  await orders.put(db, row)
  const channels_json = JSON.stringify(wish.cameras)
  const detail = { order_id: row.id, goods_id: wish.goodsId, channels_json, triggers: wish.triggers, auto_renew: wish.autoRenew ? 1 : 0 }
  await db.insertInto('cloud_order').values(detail).execute()
  return row
}

/** The cameras that such an order was placed for. */
export function camerasOf({ channels_json }: { channels_json: string }): { sn: string; chlIndex: number }[] {
  return JSON.parse(channels_json) as { sn: string; chlIndex: number }[]
}

export type WaitingOrder = Awaited<ReturnType<typeof waitingOrders>>[number]

/** Orders of cloud storage that wait for their payment: those that the service placed as renewals, or those that somebody did. */
export function waitingOrders(db: Db, organizationId: string, placed: 'automatic' | 'by hand') {
  return db
    .selectFrom('vas_order')
    .innerJoin('cloud_order', 'cloud_order.order_id', 'vas_order.id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', toBePaid)
    .where('renews_order_id', placed === 'automatic' ? 'is not' : 'is', null)
    .selectAll('vas_order')
    .select('cloud_order.channels_json')
    .execute()
}

/** Cancels an order if it waits for its payment still, and has its check-out closed. */
export async function cancelWaiting(db: Db, orderId: string): Promise<void> {
  const order = db.updateTable('vas_order').where('id', '=', orderId).where('status', '=', toBePaid)
  await order.set({ status: changeState(orderTransitions, toBePaid, cancelled) }).execute()
  await closeSoon(db, [orderId])
}

/** Takes back renewals that wait for their payment and are for any of these cameras: inside the transaction `db`, with the account taken. */
export async function cancelRenewals(db: Db, organizationId: string, cameras: readonly { sn: string; chlIndex: number }[]): Promise<void> {
  const named = new Set(cameras.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
  for (const order of await waitingOrders(db, organizationId, 'automatic')) {
    if (camerasOf(order).some(({ sn, chlIndex }) => named.has(channelKey(sn, chlIndex)))) await cancelWaiting(db, order.id)
  }
}
