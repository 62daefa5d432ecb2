import { expect, test } from 'vitest'
import { orderStatuses } from '#contract/states/order.ts'
import { paymentOutcomeOf } from '#src/features/payment-result/outcome.ts'

const { paid, toBePaid, toBeUsed, exception, cancelled, chargeback, returned } = orderStatuses

test.each([
  ['succeeded', paid, null, 'paid'],
  ['succeeded', toBeUsed, null, 'paid'],
  ['open', toBePaid, null, 'undecided'],
  ['open', toBePaid, 23017, 'undecided'],
  ['closed', toBePaid, null, 'cancelled'],
  ['closed', cancelled, null, 'cancelled'],
  ['closed', toBePaid, 23020, 'failed'],
  ['succeeded', exception, null, 'too-late'],
  ['refunded', returned, null, 'returned'],
  ['disputed', chargeback, null, 'disputed'],
  ['lost', chargeback, null, 'disputed'],
] as const)('a payment that is %s, of an order in state %i with fault %s, is told as %s', (state, status, payFault, outcome) => {
  expect(paymentOutcomeOf({ state, status, payFault })).toBe(outcome)
})
