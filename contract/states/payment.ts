import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of one payment of an order: an order may see several, of which at most one is kept. */
export const paymentState = z.enum(['open', 'succeeded', 'closed', 'disputed', 'lost', 'refunded'])
export type PaymentState = z.output<typeof paymentState>

/** A check-out that was left or ran out (closed) may still turn out to be paid: providers' messages come late. */
export const paymentTransitions: Transitions<PaymentState> = {
  open: ['succeeded', 'closed'],
  closed: ['succeeded'],
  succeeded: ['disputed', 'refunded'],
  disputed: ['succeeded', 'lost'],
  lost: [],
  refunded: [],
}
