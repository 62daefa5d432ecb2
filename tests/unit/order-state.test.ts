import { expect, test } from 'vitest'
import type { Order } from '#contract/calls/licence/order.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes } from '#contract/payment.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { orderState } from '#src/features/orders/order-state.ts'

const trial: Order = {
  orderId: 'trial',
  orderType: orderTypes.license,
  kind: 'trial',
  chlNum: 4,
  durationType: durationTypes.days30,
  cloud: null,
  lines: [],
  amountCents: 0,
  currency: 'USD',
  status: orderStatuses.onTrial,
  createdAtMs: Date.UTC(2025, 8, 24),
  payBeforeMs: Date.UTC(2025, 8, 24),
  paidAtMs: null,
  payType: null,
  payFault: null,
}

test('the order of a trial that is over says so, and one that lasts is on trial', () => {
  const says = (order: Order, days: number) => orderState(order, trial.createdAtMs + days * DAY_MS)
  expect(says(trial, 29)).toMatchObject({ word: { message: 'On trial' }, dot: 'online' })
  expect(says(trial, 30)).toMatchObject({ word: { message: 'Trial ended' }, dot: 'offline' })
  const ended = { goodsId: 'event-7', channels: [], triggers: [], autoRenew: false, isAutomatic: false } as const
  const cloud: Order = { ...trial, cloud: { ...ended, channels: [], triggers: [], serviceStatus: cloudStorageStatuses.terminated } }
  expect(says(cloud, 1)).toMatchObject({ word: { message: 'Trial ended' } })
  expect(says({ ...trial, status: orderStatuses.paid }, 400)).toMatchObject({ word: { message: 'Paid' } })
})
