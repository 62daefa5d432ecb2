import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { timeIn } from '#shared/time/zone.ts'
import { momentsOf } from '#src/ui/time-line/core/local-time.ts'
import { readTime } from '#src/ui/time-line/core/typed-time.ts'

const bounds = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2027, 0, 1) }
/** 24 November 2026, 15:00 in Berlin. */
const nowMs = Date.UTC(2026, 10, 24, 14)
const aroundMs = Date.UTC(2026, 10, 20, 9)
const berlin = { zone: 'Europe/Berlin', locale: 'en-US', aroundMs, nowMs, bounds }

function read(text: string, locale = 'en-US'): string {
  const time = readTime(text, { ...berlin, locale })
  return 'refusal' in time ? time.refusal : timeIn(time.atMs, berlin.zone, 'MM-DD HH:mm:ss')
}

test.each([
  ['14:05:30', '11-20 14:05:30'],
  [' 9:07 ', '11-20 09:07:00'],
  ['yesterday 22:00', '11-23 22:00:00'],
  ['Today, 08:00', '11-24 08:00:00'],
  ['2026-11-03 14:05:30', '11-03 14:05:30'],
  ['2026-11-03T14:05', '11-03 14:05:00'],
  ['11/3/2026 14:05', '11-03 14:05:00'],
  ['11/3 14:05', '11-03 14:05:00'],
  ['2026-11-03', '11-03 00:00:00'],
  ['14:5', 'unknown'],
  ['25:00', 'unknown'],
  ['12:60', 'unknown'],
  ['noon', 'unknown'],
  ['tomorrow 10:00', 'unknown'],
  ['', 'unknown'],
  ['2026-02-30 10:00', 'no-such-day'],
  ['2026-03-29 02:30', 'skipped'],
  ['2025-12-31 10:00', 'outside'],
])('“%s” in English means %s', (text, meant) => expect(read(text)).toBe(meant))

test.each([
  ['昨天 22:00', '11-23 22:00:00'],
  ['今天14:05', 'unknown'],
  ['11月3日 14:05:30', '11-03 14:05:30'],
  ['2026年11月3日 14：05', '11-03 14:05:00'],
  ['2026/11/3 14:05', '11-03 14:05:00'],
  ['11/3/2026 14:05', 'unknown'],
])('“%s” in Chinese means %s', (text, meant) => expect(read(text, 'zh-CN')).toBe(meant))

test('a time alone that the line does not have on the day that is shown is the one of the day beside it', () => {
  const line = { ...berlin, aroundMs: nowMs, bounds: { fromMs: nowMs - 20 * 3_600_000, toMs: nowMs } }
  const shown = (text: string, aroundMs: number) => {
    const time = readTime(text, { ...line, aroundMs })
    return 'refusal' in time ? time.refusal : timeIn(time.atMs, berlin.zone, 'MM-DD HH:mm')
  }
  expect(shown('23:00', nowMs)).toBe('11-23 23:00')
  expect(shown('06:00', nowMs - 17 * 3_600_000)).toBe('11-24 06:00')
  // On neither day.
  expect(shown('17:00', nowMs)).toBe('outside')
  expect(shown('today 23:00', nowMs)).toBe('outside')
})

test('a time that the clocks show twice is the first of the two, and said to be', () => {
  const [first, second] = momentsOf(Date.UTC(2026, 9, 25, 2, 30), 'Europe/Berlin')
  expect(second).toBe((first ?? 0) + 3_600_000)
  expect(readTime('2026-10-25 02:30', berlin)).toEqual({ atMs: first, isTwice: true })
  expect(readTime('2026-10-25 03:30', berlin)).toMatchObject({ isTwice: false })
})

test('whatever clocks show is read as the moment at which they show it, in every zone', () => {
  const moments = integer({ min: bounds.fromMs / 1000, max: bounds.toMs / 1000 - 1 }).map((seconds) => seconds * 1000)
  assert(
    property(moments, constantFrom(...Intl.supportedValuesOf('timeZone')), (atMs, zone) => {
      const time = readTime(timeIn(atMs, zone, 'YYYY-MM-DD HH:mm:ss'), { ...berlin, zone, bounds: { fromMs: 0, toMs: Infinity } })
      expect('atMs' in time && (time.isTwice ? [atMs, atMs - 3_600_000, atMs - 1_800_000, atMs - 7_200_000] : [atMs])).toContain(
        'atMs' in time ? time.atMs : undefined,
      )
    }),
  )
})
