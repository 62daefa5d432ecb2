import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { weeklySchedule, type WeeklySchedule } from '#contract/weekly-schedule.ts'
import { isWithinSchedule } from '#server/events/schedule.ts'
import {
  cellsOf,
  CELLS_A_DAY,
  isOnHalfHours,
  isPainted,
  minutesOf,
  painted,
  presetOf,
  presets,
  scheduleOf,
  weekDays,
  withDayCopied,
  type Week,
} from '#src/ui/schedule/week-cells.ts'
import { deep } from '#tests/support/depth.ts'

const week = fc.array(fc.boolean(), { minLength: 7 * CELLS_A_DAY, maxLength: 7 * CELLS_A_DAY })
const spot = fc.record({ row: fc.nat(6), cell: fc.nat(CELLS_A_DAY - 1) })
const anyMinutes = fc.array(
  fc
    .record({ day: fc.nat(6), ends: fc.uniqueArray(fc.nat(1440), { minLength: 2, maxLength: 2 }) })
    .map(({ day, ends: [one = 0, other = 1] }) => ({ day, fromMinute: Math.min(one, other), toMinute: Math.max(one, other) })),
  { minLength: 1, maxLength: 40 },
)
const zones = ['Europe/Amsterdam', 'America/New_York', 'Asia/Shanghai', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC']
const numRuns = deep(3_000, 200)

const clockOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const formatters: Record<string, Intl.DateTimeFormat> = {}
/** What the clocks of a zone show, by the platform and not by our own reckoning. */
function clocks(atMs: number, timeZone: string) {
  const formatter = (formatters[timeZone] ??= new Intl.DateTimeFormat('en-US', { ...clockOptions, timeZone }))
  const parts = Object.fromEntries(formatter.formatToParts(atMs).map(({ type, value }) => [type, value]))
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts['weekday'] ?? '')
  const cell = Number(parts['hour']) * 2 + (Number(parts['minute']) >= 30 ? 1 : 0)
  return { day, row: weekDays.findIndex((one) => one === day), cell }
}

/** In the short form the first and the last minute of each half hour: between them no clock shows another one. */
const isLookedAt = (atMs: number) => deep(true, [0, 29].includes((atMs / 60_000) % 30))

function expectAlike(drawn: Week, atMs: number, timeZone: string) {
  const { row, cell } = clocks(atMs, timeZone)
  expect(isWithinSchedule(scheduleOf(drawn), atMs, timeZone), `${new Date(atMs).toISOString()} ${timeZone}`).toBe(
    isPainted(drawn, { row, cell }),
  )
}

test('what is painted is the same when it comes back, however it is painted, and a rule takes it', () => {
  fc.assert(
    fc.property(week, (drawn) => {
      const schedule = scheduleOf(drawn)
      expect(cellsOf(schedule)).toEqual(drawn)
      expect(isOnHalfHours(schedule)).toBe(true)
      expect(weeklySchedule.safeParse(schedule).success).toBe(drawn.includes(true))
      expect(minutesOf(schedule)).toBe(drawn.filter(Boolean).length * 30)
    }),
    { numRuns },
  )
  const everyOther = scheduleOf(Array.from({ length: 7 * CELLS_A_DAY }, (_, index) => index % 2 === 0))
  expect(everyOther).toHaveLength(7 * 24)
  expect(weeklySchedule.safeParse(everyOther).success).toBe(true)
})

test('a schedule of any minutes is shown by the half hours that it touches, and none of it is lost', () => {
  fc.assert(
    fc.property(anyMinutes, (schedule: WeeklySchedule) => {
      const drawn = cellsOf(schedule)
      for (const { day, fromMinute, toMinute } of schedule) {
        for (const minute of [fromMinute, toMinute - 1]) expect(drawn[day * CELLS_A_DAY + Math.floor(minute / 30)]).toBe(true)
      }
      if (isOnHalfHours(schedule)) expect(minutesOf(scheduleOf(drawn))).toBe(minutesOf(schedule))
      else expect(minutesOf(scheduleOf(drawn))).toBeGreaterThanOrEqual(minutesOf(schedule))
      expect(scheduleOf(cellsOf(scheduleOf(drawn)))).toEqual(scheduleOf(drawn))
    }),
    { numRuns },
  )
})

test('a rule is awake at a moment exactly when the half hour that the clocks of the site show is painted', () => {
  const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) })
  fc.assert(
    fc.property(week, moment, fc.constantFrom(...zones), (drawn, atMs, zone) => expectAlike(drawn, atMs, zone)),
    { numRuns: numRuns * 3 },
  )
})

test.each([
  ['Europe/Amsterdam', Date.UTC(2026, 2, 28, 22), 'a day of 23 hours'],
  ['Europe/Amsterdam', Date.UTC(2026, 9, 24, 21), 'a day of 25 hours'],
  ['America/New_York', Date.UTC(2026, 2, 8, 4), 'a day of 23 hours'],
  ['America/New_York', Date.UTC(2026, 10, 1, 3), 'a day of 25 hours'],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 12), 'a day of 24 hours and a half'],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 12), 'a day of 23 hours and a half'],
])('in %s from %i on it is so on %s, minute by minute', (zone, fromMs) => {
  const [drawn] = fc.sample(week, { numRuns: 1, seed: 7 })
  const checkered = Array.from({ length: 7 * CELLS_A_DAY }, (_, index) => index % 2 === 1)
  for (let atMs = fromMs; atMs < fromMs + 28 * 3_600_000; atMs += 60_000) {
    if (!isLookedAt(atMs)) continue
    for (const one of [drawn ?? [], checkered]) {
      expectAlike(one, atMs, zone)
      expectAlike(one, atMs + 59_999, zone)
    }
  }
})

test('a rectangle is painted whole and nothing beside it, from whichever corner', () => {
  fc.assert(
    fc.property(week, spot, spot, fc.boolean(), (drawn, from, to, isOn) => {
      const next = painted(drawn, from, to, isOn)
      expect(painted(drawn, to, from, isOn)).toEqual(next)
      for (let row = 0; row < 7; row += 1) {
        for (let cell = 0; cell < CELLS_A_DAY; cell += 1) {
          const isIn =
            row >= Math.min(from.row, to.row) &&
            row <= Math.max(from.row, to.row) &&
            cell >= Math.min(from.cell, to.cell) &&
            cell <= Math.max(from.cell, to.cell)
          expect(isPainted(next, { row, cell })).toBe(isIn ? isOn : isPainted(drawn, { row, cell }))
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('a day that is copied is the same on the other days, and the rest stays', () => {
  fc.assert(
    fc.property(week, fc.nat(6), fc.subarray([0, 1, 2, 3, 4, 5, 6]), (drawn, from, to) => {
      const next = withDayCopied(drawn, from, to)
      for (let row = 0; row < 7; row += 1) {
        for (let cell = 0; cell < CELLS_A_DAY; cell += 1) {
          expect(isPainted(next, { row, cell })).toBe(isPainted(drawn, { row: to.includes(row) ? from : row, cell }))
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('a preset is known again, whatever spans say it', () => {
  for (const [name, schedule] of Object.entries(presets)) expect(presetOf(schedule)).toBe(name)
  const inHalves = presets.always.flatMap((span) => [
    { ...span, toMinute: 720 },
    { ...span, fromMinute: 720 },
  ])
  expect(presetOf(inHalves)).toBe('always')
  expect(presetOf([{ day: 1, fromMinute: 480, toMinute: 1080 }])).toBeUndefined()
  expect(presetOf([{ day: 1, fromMinute: 481, toMinute: 1080 }])).toBeUndefined()
  expect(minutesOf(presets.working)).toBe(5 * 10 * 60)
  expect(minutesOf(presets.nights)).toBe(7 * 8 * 60)
})
