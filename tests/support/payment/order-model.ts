import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { PaymentState } from '#contract/states/payment.ts'
import type { SeenSession } from './card-stand-in.ts'
import type { OrderWorld } from './order-world.ts'

const { toBePaid, paid, toBeUsed, exception, cancelled, chargeback, returned } = orderStatuses

/** How an order stood before something was done. */
interface Known {
  status: OrderStatus
  payBeforeMs: number
  /** Whether the service placed it by itself, to renew something. */
  isAutomatic: boolean
  /** By the payment: what the service knows of each. */
  payments: ReadonlyMap<string, PaymentState>
  /** The payment whose money it kept. */
  kept: string | undefined
}
export type Orders = ReadonlyMap<string, Known>

/** What may become of an order, given how it may stand. Written from the rules, without a look at the service's code. */
export type Effect = (order: Known, may: ReadonlySet<OrderStatus>, orderId: string) => ReadonlySet<OrderStatus>

/** "Paid" and "to be used" are one for the model: which of them it is, the licences before it decide. */
function given(): OrderStatus[] {
  return [paid, toBeUsed]
}

export const nothing: Effect = (_order, may) => may

/** A person cancels this order. */
export function cancels(wanted: string): Effect {
  return (_order, may, orderId) => (orderId === wanted ? each(may, (status) => [status === toBePaid ? cancelled : status]) : may)
}

const cancelsWaiting: Effect = (_order, may) => each(may, (status) => [status === toBePaid ? cancelled : status])

/** Another order is placed: one that waits makes room, but for what the service ordered by itself. */
export const makesRoom: Effect = (order, may, id) => (order.isAutomatic ? may : cancelsWaiting(order, may, id))

/** Renewals are switched off, or ordered by hand: what the service ordered by itself and nobody paid is taken back. */
export const takesRenewalsBack: Effect = (order, may, id) => (order.isAutomatic ? cancelsWaiting(order, may, id) : may)

/** The service charges what it ordered by itself, or takes it back because there is another to be renewed now. */
export const charges: Effect = (order, may) =>
  order.isAutomatic ? each(may, (status) => (status === toBePaid ? [toBePaid, cancelled, exception, ...given()] : [status])) : may

/** Time passes its end: an order that nobody paid is cancelled. */
export function timesOut(nowMs: number): Effect {
  return (order, may) => (order.payBeforeMs > nowMs ? may : cancelsWaiting(order, may, ''))
}

/** The service hears how a check-out stands: what it is told is the truth. */
export function learns(session: SeenSession): Effect {
  return (order, may) => {
    if (!order.payments.has(session.payId) || (order.kept !== undefined && order.kept !== session.payId)) return may
    return each(may, (status) => learnt(status, session, order.payments.get(session.payId)))
  }
}

function learnt(status: OrderStatus, { isPaid, isRefunded, dispute }: SeenSession, known: PaymentState | undefined): OrderStatus[] {
  if (!isPaid || status === returned) return [status]
  const isGiven = status === paid || status === toBeUsed
  if (isRefunded) return [status === chargeback && dispute === 'lost' ? status : returned]
  if (dispute === 'needs_response' || dispute === 'lost') return [chargeback]
  if (status === chargeback) return known === 'lost' ? [status] : [...given(), exception]
  if (isGiven || status === exception) return [status]
  // An upgrade of a licence that has ended cannot be given any more.
  return status === toBePaid ? [...given(), exception] : [exception]
}

/** The service gives money back that fits no order. */
export const givesBack: Effect = (_order, may) => each(may, (status) => (status === exception ? [exception, returned] : [status]))

/** One after the other. */
export function inTurn(...effects: Effect[]): Effect {
  return (order, may, orderId) => effects.reduce((now, effect) => effect(order, now, orderId), may)
}

/** One of them. */
export function oneOf(...effects: Effect[]): Effect {
  return (order, may, orderId) => new Set(effects.flatMap((effect) => [...effect(order, may, orderId)]))
}

/** Any of them, in any sequence. */
export function anyOf(...effects: Effect[]): Effect {
  return (order, may, orderId) => {
    let all = may
    for (let round = 0; round < effects.length; round += 1) all = oneOf(nothing, ...effects)(order, all, orderId)
    return all
  }
}

function each(may: ReadonlySet<OrderStatus>, next: (status: OrderStatus) => OrderStatus[]): ReadonlySet<OrderStatus> {
  return new Set([...may].flatMap(next))
}

/** The orders as they stand. */
export async function lookAt(world: OrderWorld): Promise<Orders> {
  const orders = await world.orders()
  return new Map(
    orders.map((order) => {
      const payments = new Map(order.payments.map(({ id, state }) => [id, state] as const))
      const [isAutomatic, kept] = [order.renews_order_id !== null, order.payment_id ?? undefined]
      return [order.id, { status: order.status, payBeforeMs: order.pay_before_ms, isAutomatic, payments, kept }]
    }),
  )
}
