import { expect, test } from 'vitest'
import { filterOf, rangeOf, readLogSearch } from '#src/features/security/log-search.ts'

const NOW = new Date('2026-11-21T15:00:00').getTime()
const DAY_MS = 86_400_000

test('logs show the last seven days, today to its end, unless the address says otherwise', () => {
  expect(rangeOf({}, NOW)).toEqual({ from: '2026-11-15', until: '2026-11-21' })
  const filter = filterOf({}, NOW)
  expect(filter).toMatchObject({
    fromMs: new Date('2026-11-15T00:00:00').getTime(),
    untilMs: new Date('2026-11-22T00:00:00').getTime() - 1,
  })
})

test('more than 31 days, and days the wrong way round, are not asked for', () => {
  expect(filterOf({ from: '2026-10-22', until: '2026-11-21' }, NOW)).toMatchObject({ fromMs: new Date('2026-10-22T00:00:00').getTime() })
  expect(filterOf({ from: '2026-10-21', until: '2026-11-21' }, NOW)).toBe('too-long')
  expect(filterOf({ from: '2026-11-22', until: '2026-11-21' }, NOW)).toBe('reversed')
})

test('31 days over a change of the clock are not more than the service allows', () => {
  const filter = filterOf({ from: '2026-10-01', until: '2026-10-31' }, NOW)
  expect(typeof filter === 'object' && filter.untilMs - filter.fromMs).toBeLessThanOrEqual(31 * DAY_MS)
})

test('what is no day, page or size in the address is passed over', () => {
  expect(readLogSearch({ from: '2026-13-45', until: 'now', page: -1, size: 7, person: 5, module: '' })).toEqual({})
})
