import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { attributeNames, attributeValues } from '#contract/event-attributes.ts'
import { brandName } from '#src/ui/event/brand-name.ts'
import { valueName } from '#src/features/search/event-words.ts'
import { gridStep } from '#src/features/search/grid-keys.ts'
import { momentOf } from '#src/features/search/moment.ts'
import { knownPages, pagesAround } from '#src/features/search/result-pages.ts'
import { timeTrouble } from '#src/features/search/time-trouble.ts'
import { DAY_MS } from '#shared/time/day.ts'

beforeAll(() => {
  i18n.load('en-US', {})
  i18n.activate('en-US')
})

test('only pages around the screen are held, however far somebody has scrolled', () => {
  expect(pagesAround(0, 19, 1)).toEqual([0])
  expect(pagesAround(0, 19, 3)).toEqual([0, 1])
  expect(pagesAround(5_040, 5_060, 900)).toEqual([0, 49, 50, 51])
})

test('the next page is asked for when somebody comes near the end, not before, and none behind the last', () => {
  const first = new Map([[0, { next: 'b' }]])
  expect(knownPages([''], first, 10)).toEqual([''])
  expect(knownPages([''], first, 50)).toEqual(['', 'b'])
  const last = new Map([
    [0, { next: 'b' }],
    [1, { next: null }],
  ])
  const known = ['', 'b']
  expect(knownPages(known, last, 190)).toBe(known)
})

test('a page that ends elsewhere than it did is followed by what comes behind it now', () => {
  expect(knownPages(['', 'b', 'c', 'd'], new Map([[0, { next: 'x' }]]), 10)).toEqual([''])
  expect(knownPages(['', 'b', 'c', 'd'], new Map([[0, { next: null }]]), 10)).toEqual([''])
})

test('arrows move to the neighbours of a picture, and stay where there is none', () => {
  const grid = { count: 11, columns: 4 }
  expect(gridStep('ArrowRight', 3, grid)).toBe(4)
  expect(gridStep('ArrowDown', 3, grid)).toBe(7)
  expect(gridStep('ArrowDown', 7, grid)).toBe(10)
  expect(gridStep('ArrowDown', 9, grid)).toBe(9)
  expect(gridStep('ArrowUp', 2, grid)).toBe(2)
  expect(gridStep('End', 2, grid)).toBe(10)
  expect(gridStep('a', 2, grid)).toBeUndefined()
})

test('31 days may be searched, and not a moment more: the sentence is that of the contract’s rule', () => {
  const toMs = Date.UTC(2026, 10, 24)
  expect(timeTrouble({ fromMs: toMs - 31 * DAY_MS, toMs })).toBeUndefined()
  expect(timeTrouble({ fromMs: toMs - 31 * DAY_MS - 1, toMs })).toBe('At most 31 days.')
  expect(timeTrouble({ fromMs: toMs, toMs: toMs - 1 })).toBe('Ends before it begins.')
})

test('a day and a time are those of the site’s clocks, also on days on which they are changed', () => {
  const at = (day: string, clock: string) => new Date(momentOf(day, clock, 'Europe/Amsterdam')).toISOString()
  expect(at('2026-11-24', '14:05')).toBe('2026-11-24T13:05:00.000Z')
  expect(at('2026-07-01', '14:05')).toBe('2026-07-01T12:05:00.000Z')
  // Passed over: what they would have shown. Shown twice: the first.
  expect(at('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
})

test('every attribute and every value of it has words', () => {
  for (const name of attributeNames)
    if (name !== 'brand')
      for (const value of attributeValues[name]) expect([name, value, valueName(name, value) === value]).toEqual([name, value, false])
})

test('brands are written as their makers write them', () => {
  expect(['bmw', 'alfa-romeo', 'mercedes-benz', 'kia', 'skoda', 'tesla'].map(brandName)).toEqual([
    'BMW',
    'Alfa Romeo',
    'Mercedes-Benz',
    'Kia',
    'Škoda',
    'Tesla',
  ])
})
