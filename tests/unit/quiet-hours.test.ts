import { describe, expect, test } from 'vitest'
import { always } from '#contract/weekly-schedule.ts'
import { isQuiet } from '#shared/time/quiet.ts'
import { periodOf, spansOf } from '#src/lib/quiet-period.ts'

const quiet = { isOn: true, timeZone: 'Europe/Amsterdam', letsUrgentThrough: true }
/** A Friday, 22:30 in Amsterdam in winter. */
const FRIDAY_NIGHT_MS = Date.UTC(2026, 0, 9, 21, 30)
const HOUR_MS = 3_600_000

describe('quiet hours', () => {
  const nights = spansOf({ days: [1, 2, 3, 4, 5], fromMinute: 22 * 60, toMinute: 7 * 60 })

  test('hold by the clocks of the zone, over midnight, and not on other days', () => {
    const isQuietAfter = (hours: number, timeZone = quiet.timeZone) =>
      isQuiet({ ...quiet, timeZone, spans: nights }, FRIDAY_NIGHT_MS + hours * HOUR_MS, false)
    expect([-1, 0, 8, 9, 24].map((hours) => isQuietAfter(hours))).toEqual([false, true, true, false, false])
    expect(isQuietAfter(0, 'Asia/Shanghai')).toBe(true)
    expect(isQuietAfter(2, 'Asia/Shanghai')).toBe(false)
    // In summer the same clocks show the same hours an hour earlier by UTC.
    expect(isQuiet({ ...quiet, spans: nights }, Date.UTC(2026, 6, 10, 20, 30), false)).toBe(true)
    expect(isQuiet({ ...quiet, spans: nights }, Date.UTC(2026, 0, 9, 20, 30), false)).toBe(false)
  })

  test('are kept by no other clocks where their zone is not known', () => {
    const week = Array.from({ length: 7 * 24 }, (_, hour) => FRIDAY_NIGHT_MS + hour * HOUR_MS)
    for (const timeZone of ['Nowhere/At all', '']) {
      expect(week.filter((atMs) => isQuiet({ ...quiet, timeZone, spans: always }, atMs, false))).toEqual([])
    }
  })

  test('let urgent alarms through where the person wants it, and hold nothing while they are off', () => {
    expect(isQuiet({ ...quiet, spans: always }, FRIDAY_NIGHT_MS, true)).toBe(false)
    expect(isQuiet({ ...quiet, spans: always, letsUrgentThrough: false }, FRIDAY_NIGHT_MS, true)).toBe(true)
    expect(isQuiet({ ...quiet, spans: always, isOn: false }, FRIDAY_NIGHT_MS, false)).toBe(false)
  })

  test.each([
    { days: [0, 6], fromMinute: 0, toMinute: 1_440 },
    { days: [1, 2, 3, 4, 5], fromMinute: 1_320, toMinute: 420 },
    { days: [6], fromMinute: 1_320, toMinute: 420 },
    { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 60, toMinute: 120 },
    { days: [3], fromMinute: 1_200, toMinute: 0 },
    { days: [0, 2], fromMinute: 0, toMinute: 360 },
  ])('are found again in their spans: $days from $fromMinute to $toMinute', (period) => {
    expect(periodOf(spansOf(period))).toEqual(period)
  })

  test('of several kinds are told from one period', () => {
    expect(
      periodOf([...spansOf({ days: [1], fromMinute: 60, toMinute: 120 }), ...spansOf({ days: [2], fromMinute: 90, toMinute: 120 })]),
    ).toBeUndefined()
    expect(periodOf([])).toBeUndefined()
  })
})
