import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of an order (rule 4.4), numbered in the specification's sequence, which gives no numbers of its own. */
export const orderStatuses = {
  toBePaid: 1,
  paid: 2,
  /** Paid, and what was bought begins later. */
  toBeUsed: 3,
  /** Money came that fits no open order: it goes back. */
  exception: 4,
  cancelled: 5,
  chargeback: 6,
  returned: 7,
  onTrial: 8,
} as const
export const orderStatus = z.enum(orderStatuses)
export type OrderStatus = z.output<typeof orderStatus>

export const orderTransitions: Transitions<OrderStatus> = {
  [orderStatuses.toBePaid]: [orderStatuses.paid, orderStatuses.toBeUsed, orderStatuses.exception, orderStatuses.cancelled],
  [orderStatuses.paid]: [orderStatuses.chargeback, orderStatuses.returned],
  [orderStatuses.toBeUsed]: [orderStatuses.paid, orderStatuses.chargeback, orderStatuses.returned],
  [orderStatuses.exception]: [orderStatuses.returned, orderStatuses.chargeback],
  [orderStatuses.cancelled]: [orderStatuses.exception],
  [orderStatuses.chargeback]: [orderStatuses.paid, orderStatuses.toBeUsed, orderStatuses.exception],
  [orderStatuses.returned]: [],
  [orderStatuses.onTrial]: [],
}

/** Orders that a person may take out of the list: those under which no money is kept. */
export const deletableOrders: readonly OrderStatus[] = [orderStatuses.cancelled, orderStatuses.returned]
