import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { opLogsSpan } from '#contract/calls/log/op-logs-list.ts'
import { filterOf, rangeOf } from '#src/features/security/log-filter.ts'
import { readLogSearch } from '#src/features/security/log-search.ts'

i18n.load('en-US', {})
i18n.activate('en-US')

const NOW = new Date('2026-11-21T15:00:00').getTime()

test('logs show the last seven days, today to its end, unless the address says otherwise', () => {
  expect(rangeOf({}, NOW)).toEqual({ from: '2026-11-15', until: '2026-11-21' })
  const filter = filterOf({}, NOW)
  expect(filter).toMatchObject({
    fromMs: new Date('2026-11-15T00:00:00').getTime(),
    untilMs: new Date('2026-11-22T00:00:00').getTime() - 1,
  })
})

test('more than 31 days, and days the wrong way round, are not asked for: the sentence is that of the contract’s rule', () => {
  expect(filterOf({ from: '2026-10-22', until: '2026-11-21' }, NOW)).toMatchObject({ fromMs: new Date('2026-10-22T00:00:00').getTime() })
  expect(filterOf({ from: '2026-10-21', until: '2026-11-21' }, NOW)).toEqual({ wrong: 'At most 31 days.' })
  expect(filterOf({ from: '2026-11-22', until: '2026-11-21' }, NOW)).toEqual({ wrong: 'Ends before it begins.' })
  expect(filterOf({ from: '2026-11-21', until: '2026-11-21' }, NOW)).toMatchObject({ fromMs: new Date('2026-11-21T00:00:00').getTime() })
})

test('31 days over a change of the clock are not more than the service allows', () => {
  const { TZ } = process.env
  try {
    for (const zone of ['UTC', 'Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      process.env.TZ = zone
      for (const [from, until] of [
        ['2026-10-05', '2026-11-04'],
        ['2026-03-10', '2026-04-09'],
      ]) {
        const filter = filterOf({ from, until }, NOW)
        expect([zone, opLogsSpan.safeParse(filter).success]).toEqual([zone, true])
      }
    }
  } finally {
    process.env.TZ = TZ
  }
})

test('what is no day, page or size in the address is passed over', () => {
  expect(readLogSearch({ from: '2026-13-45', until: 'now', page: -1, size: 7, person: 5, module: '' })).toEqual({})
})
