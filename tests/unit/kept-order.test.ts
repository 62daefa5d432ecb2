import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { goneWith, keptOrder } from '#src/features/frame/kept-order.ts'

const after = (...visits: string[]) => visits.reduce<readonly string[]>(keptOrder, [])

test('the two pages that were left last are kept beside the one that is shown, and the one before them goes', () => {
  expect(limits.keptPages).toBe(2)
  expect(after('live', 'alerts', 'devices')).toEqual(['devices', 'alerts', 'live'])
  expect(after('live', 'alerts', 'devices', 'account')).toEqual(['account', 'devices', 'alerts'])
})

test('a page that is come back to is the newest again, and no other goes for it', () => {
  expect(after('live', 'alerts', 'devices', 'live')).toEqual(['live', 'devices', 'alerts'])
  expect(after('live', 'alerts', 'devices', 'live', 'account')).toEqual(['account', 'live', 'devices'])
})

test('a page that stays is no change', () => {
  const order = after('live', 'alerts')
  expect(keptOrder(order, 'alerts')).toBe(order)
})

test('what goes is known before it goes', () => {
  const order = after('live', 'alerts', 'devices')
  expect(goneWith(order, 'account')).toEqual(['live'])
  expect(goneWith(order, 'alerts')).toEqual([])
  expect(goneWith(after('live', 'alerts'), 'devices')).toEqual([])
})
