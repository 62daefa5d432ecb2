import { assert, integer, property } from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { dayOf, shiftUtc } from '#shared/time/calendar.ts'
import { dayBounds, dayIn, dayStart, InvalidTimeZone, isTimeZone, timeIn, weekTimeAt } from '#shared/time/zone.ts'
import { isWithinSchedule } from '#server/events/schedule.ts'

const machineZone = process.env.TZ
afterEach(() => {
  process.env.TZ = machineZone
})

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo']
const MINUTE_MS = 60_000
const seconds = 'YYYY-MM-DD HH:mm:ss'

/** What the browser's and Node's own formatter shows: slow, and right. */
function shownBy(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (atMs: number) => format.format(atMs)
}

test.each(['UTC', 'Europe/Berlin', 'America/New_York'])('clocks of a site are right at any moment, on a machine in %s', (machine) => {
  process.env.TZ = machine
  const until = { min: Date.UTC(2020, 0, 1), max: Date.UTC(2032, 0, 1) }
  for (const zone of zones) {
    const shown = shownBy(zone)
    assert(property(integer(until), (atMs) => timeIn(atMs, zone, seconds) === shown(atMs)))
  }
})

/** A change of the clocks: its moment, what they showed in the minute before, and show from then on. */
const changes = [
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 1), '2026-03-29 01:59', '2026-03-29 03:00'],
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 1), '2026-10-25 02:59', '2026-10-25 02:00'],
  ['America/New_York', Date.UTC(2026, 2, 8, 7), '2026-03-08 01:59', '2026-03-08 03:00'],
  ['America/New_York', Date.UTC(2026, 10, 1, 6), '2026-11-01 01:59', '2026-11-01 01:00'],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15), '2026-04-05 01:59', '2026-04-05 01:30'],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 15, 30), '2026-10-04 01:59', '2026-10-04 02:30'],
  ['Africa/Cairo', Date.UTC(2026, 3, 23, 22), '2026-04-23 23:59', '2026-04-24 01:00'],
] as const

test.each(changes)('the clocks of %s change at %i from %s to %s, on machines of every zone', (zone, atMs, before, after) => {
  for (const machine of zones) {
    process.env.TZ = machine
    expect(timeIn(atMs - MINUTE_MS, zone, 'YYYY-MM-DD HH:mm')).toBe(before)
    expect(timeIn(atMs, zone, 'YYYY-MM-DD HH:mm')).toBe(after)
    expect(dayIn(atMs, zone)).toBe(after.slice(0, 10))
  }
})

test('a day begins at midnight, also where the clocks change on it and where that hour is left out', () => {
  const days = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10))
  for (const zone of zones) {
    for (const day of days) {
      const startMs = dayStart(day, zone)
      expect([zone, dayIn(startMs, zone), dayIn(startMs - 1, zone) < day]).toEqual([zone, day, true])
    }
  }
  expect(timeIn(dayStart('2026-04-24', 'Africa/Cairo'), 'Africa/Cairo', seconds)).toBe('2026-04-24 01:00:00')
})

const HOUR_MS = 60 * MINUTE_MS

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z', 24],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  // Without a midnight, and with the last hour twice.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00Z', 25],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00Z', 24],
])('in %s the day %s begins at %s and has %d hours, on machines of every zone', (zone, day, begin, hours) => {
  for (const machine of zones) {
    process.env.TZ = machine
    const { fromMs, toMs } = dayBounds(day, zone)
    expect([new Date(fromMs).toISOString(), (toMs - fromMs) / HOUR_MS]).toEqual([new Date(begin).toISOString(), hours])
    expect([fromMs - 1, fromMs, toMs - 1, toMs].map((atMs) => dayIn(atMs, zone) === day)).toEqual([false, true, true, false])
  }
})

describe('a schedule that is painted in the zone of a site', () => {
  const night = [
    { day: 0, fromMinute: 0, toMinute: 6 * 60 },
    { day: 6, fromMinute: 22 * 60, toMinute: 24 * 60 },
  ]
  // 22:00 on Saturday to 06:00 on Sunday: eight hours by the clocks.
  test.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 28, 21), 7 * 60],
    ['Europe/Berlin', Date.UTC(2026, 9, 24, 20), 9 * 60],
    ['America/New_York', Date.UTC(2026, 2, 8, 3), 7 * 60],
    ['America/New_York', Date.UTC(2026, 10, 1, 2), 9 * 60],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 11), 8 * 60 + 30],
    ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 11, 30), 7 * 60 + 30],
    ['Asia/Shanghai', Date.UTC(2026, 2, 28, 14), 8 * 60],
  ] as const)('is in force the whole night of %s in which the clocks change (%i), which has %i minutes', (zone, startMs, minutes) => {
    const inForce = (minute: number) => isWithinSchedule(night, startMs + minute * MINUTE_MS, zone)
    expect(weekTimeAt(startMs, zone)).toEqual({ day: 6, minute: 22 * 60 })
    expect([-1, 0, minutes - 1, minutes].map(inForce)).toEqual([false, true, true, false])
    expect(Array.from({ length: minutes }, (_, minute) => minute).every(inForce)).toBe(true)
  })
})

test.each(['Mars/Olympus', '', 'GMT+08:00 Beijing', 'Europe/Amsterdam '])(
  '“%s” is no time zone, and nothing is reckoned in UTC instead',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false)
    for (const ask of [() => timeIn(0, zone, seconds), () => dayIn(0, zone), () => weekTimeAt(0, zone)]) {
      expect(ask).toThrow(InvalidTimeZone)
      expect(ask).toThrow('Invalid timezone string')
    }
    expect(isTimeZone('Asia/Shanghai')).toBe(true)
  },
)

test('a term of years ends on its day, half a year ago was on the same day, and both on the last of a shorter month', () => {
  const day = (text: string) => Date.parse(`${text}T10:30:00Z`)
  expect(shiftUtc(day('2026-11-21'), 3, 'year')).toBe(day('2029-11-21'))
  expect(shiftUtc(day('2028-02-29'), 1, 'year')).toBe(day('2029-02-28'))
  expect(shiftUtc(day('2028-02-29'), 4, 'year')).toBe(day('2032-02-29'))
  expect(shiftUtc(day('2026-08-31'), -6, 'month')).toBe(day('2026-02-28'))
  process.env.TZ = 'America/New_York'
  expect(shiftUtc(day('2026-03-31'), -1, 'month')).toBe(day('2026-02-28'))
})

test('a day is one of the calendar, wholly written', () => {
  expect(['2026-11-21', '2028-02-29'].map(dayOf)).toEqual(['2026-11-21', '2028-02-29'])
  for (const text of ['2026-02-29', '2026-13-01', '2026-11-2', '2026', '', 'today', '2026-11-21T10:00'])
    expect([text, dayOf(text)]).toEqual([text, undefined])
})
