import { orderTypes, type OrderType } from '#contract/payment.ts'
import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'

/** What the address says of the list of orders. */
export interface OrdersSearch {
  page?: number | undefined
  status?: OrderStatus | undefined
  type?: OrderType | undefined
  /** The order whose panel is open. */
  order?: string | undefined
}

const LONGEST_ID = 64

/** Reads the address; whatever in it makes no sense is passed over. */
export function readOrders({ page, status, type, order }: Record<string, unknown>): OrdersSearch {
  const id = typeof order === 'number' ? String(order) : order
  return {
    page: typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined,
    status: Object.values(orderStatuses).find((known) => known === status),
    type: Object.values(orderTypes).find((known) => known === type),
    order: typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : undefined,
  }
}
