import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { PaymentState } from '#contract/states/payment.ts'

/** What a person is told of a payment. */
export type Outcome = 'paid' | 'undecided' | 'cancelled' | 'failed' | 'too-late' | 'returned' | 'disputed'

/**
 * One of them for each payment and its order. `payFault`: why the provider refused, if it did. Money that came for an order whose time was
 * over goes back, which the order says by its state `exception`.
 */
export function paymentOutcomeOf(payment: { state: PaymentState; status: OrderStatus; payFault: number | null }): Outcome {
  const { state, status, payFault } = payment
  switch (state) {
    case 'open':
      return 'undecided'
    case 'closed':
      return payFault === null ? 'cancelled' : 'failed'
    case 'refunded':
      return 'returned'
    case 'disputed':
    case 'lost':
      return 'disputed'
    case 'succeeded':
      return status === orderStatuses.exception || status === orderStatuses.returned ? 'too-late' : 'paid'
  }
}
