import { assert, constantFrom, double, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/time/day.ts'
import { timeIn } from '#shared/time/zone.ts'
import { deep } from '#tests/support/depth.ts'
import { beginsOf, momentsOf } from '#src/ui/time-line/core/local-time.ts'
import { rulerOf, steps, type Tick } from '#src/ui/time-line/core/ticks.ts'
import { LEAST_SPAN_MS, MOST_SPAN_MS, pxOf, spanMs, type View } from '#src/ui/time-line/core/view.ts'

const HOUR_MS = 3_600_000
const nearest = { tickPx: 8, labelPx: 64 }
const ofDay = steps.indexOf(DAY_MS)
const zones = Intl.supportedValuesOf('timeZone')

const views = record({
  length: double({ min: Math.log(LEAST_SPAN_MS), max: Math.log(MOST_SPAN_MS), noNaN: true }).map(Math.exp),
  fromMs: integer({ min: Date.UTC(2021, 0, 1), max: Date.UTC(2031, 0, 1) }),
  widthPx: integer({ min: 160, max: 2560 }),
}).map(({ length, fromMs, widthPx }): View => ({ fromMs, toMs: fromMs + length, widthPx }))

/** What Node's own formatter shows in a zone: 2026-11-24 14:05:30. */
function shownBy(zone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (atMs) => format.format(atMs)
}

/** What is wrong with the ruler of a view, in words: nothing, it is hoped. */
function faultsOf(view: View, zone: string): string[] {
  const { ticks } = rulerOf(view, zone, nearest)
  const shown = shownBy(zone)
  const dayAt = (atMs: number) => shown(atMs).slice(0, 10)
  const clockAt = (atMs: number) => Date.parse(`${shown(atMs).replace(' ', 'T')}Z`) + (atMs % 1000)
  const faults: string[] = ticks.length === 0 ? [`${zone}: no marks`] : []
  const apartPx = (one: Tick, other: Tick) => pxOf(view, other.atMs) - pxOf(view, one.atMs) + 0.01
  let last: Tick | undefined
  let lastLabel: Tick | undefined
  for (const tick of ticks) {
    const fault = (text: string) => faults.push(`${zone} ${new Date(tick.atMs).toISOString()}: ${text}`)
    if (last && apartPx(last, tick) < nearest.tickPx) fault('too near')
    if (tick.hasLabel && lastLabel && apartPx(lastLabel, tick) < nearest.labelPx) fault('its label is too near')
    const isOfDay = tick.rank >= ofDay
    if (isOfDay && dayAt(tick.atMs - 1) >= dayAt(tick.atMs)) fault('does not begin a day')
    if (!isOfDay && clockAt(tick.atMs) % (steps[tick.rank] ?? 0) !== 0) fault('is on no full unit')
    if (tick.atMs < view.fromMs || tick.atMs >= view.toMs) fault('outside')
    last = tick
    if (tick.hasLabel) lastLabel = tick
  }
  return faults
}

test('marks rise, keep their distance and stand on full units of the clocks, in every zone and at every scale', () => {
  assert(
    property(views, constantFrom(...zones), (view, zone) => {
      expect(faultsOf(view, zone)).toEqual([])
    }),
    { numRuns: deep(5_000, 30) },
  )
})

/** Clocks that change: at night, over midnight, by half an hour, at midnight back into the day before. */
const changes: readonly (readonly [zone: string, atMs: number])[] = [
  ['Europe/Berlin', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
  ['America/New_York', Date.UTC(2026, 10, 1, 6)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  ['Africa/Cairo', Date.UTC(2026, 3, 23, 22)],
  ['Africa/Cairo', Date.UTC(2026, 9, 29, 21)],
  ['America/Havana', Date.UTC(2026, 10, 1, 5)],
  ['America/Santiago', Date.UTC(2026, 8, 6, 4)],
  ['Asia/Beirut', Date.UTC(2026, 9, 24, 21)],
]

test.each(
  deep(
    changes,
    changes.filter((_change, index) => index % 4 === 0),
  ),
)('the ruler of %s is right around its change of the clocks at %i, at every scale', (zone, atMs) => {
  for (let length = LEAST_SPAN_MS; length <= MOST_SPAN_MS; length *= 2.3)
    for (const where of [0, 0.1, 0.5, 0.9, 1]) {
      const fromMs = Math.round(atMs - where * length)
      expect(faultsOf({ fromMs, toMs: fromMs + length, widthPx: 800 }, zone)).toEqual([])
    }
})

/** The texts of the marks of a whole day of the calendar. */
function dayTexts(day: string, zone: string, stepMs: number): string[] {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const fromMs = momentsOf(midnight, zone)[0] ?? Number.NaN
  const toMs = momentsOf(midnight + DAY_MS, zone)[0] ?? Number.NaN
  const view = { fromMs, toMs, widthPx: ((toMs - fromMs) / stepMs) * nearest.tickPx }
  return rulerOf(view, zone, nearest).ticks.map(({ atMs }) => timeIn(atMs, zone, 'HH:mm'))
}
const hours = (...those: number[]) => those.map((hour) => `${String(hour).padStart(2, '0')}:00`)
const from3 = Array.from({ length: 21 }, (_, index) => index + 3)

describe('a day', () => {
  test('of 23 hours has no mark at two', () => {
    expect(dayTexts('2026-03-29', 'Europe/Berlin', HOUR_MS)).toEqual(hours(0, 1, ...from3))
  })
  test('of 25 hours has two', () => {
    expect(dayTexts('2026-10-25', 'Europe/Berlin', HOUR_MS)).toEqual(hours(0, 1, 2, 2, ...from3))
  })
  test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Shanghai', 'America/St_Johns'])('in %s begins at its own midnight', (zone) => {
    expect(dayTexts('2026-06-15', zone, HOUR_MS)).toEqual(hours(0, 1, 2, ...from3))
  })
  test('without a midnight begins when its clocks are put on', () => {
    const atMs = Date.UTC(2026, 3, 23, 22)
    const view = { fromMs: atMs - 2 * DAY_MS, toMs: atMs + 1.5 * DAY_MS, widthPx: 400 }
    const days = rulerOf(view, 'Africa/Cairo', nearest).ticks.filter(({ rank }) => rank >= ofDay)
    expect(days.map((tick) => timeIn(tick.atMs, 'Africa/Cairo', 'DD HH:mm'))).toEqual(['22 00:00', '23 00:00', '24 01:00', '25 00:00'])
  })
  test('whose midnight comes twice begins once', () => {
    const atMs = Date.UTC(2026, 10, 1, 5)
    const view = { fromMs: atMs - 12 * HOUR_MS, toMs: atMs + 12 * HOUR_MS, widthPx: 400 }
    const days = rulerOf(view, 'America/Havana', nearest).ticks.filter(({ rank }) => rank >= ofDay)
    expect(days.map(({ atMs: at }) => at)).toEqual([atMs - HOUR_MS])
  })
})

test('a month of thirty days on a telephone has a label on Mondays, and a few seconds one for each', () => {
  const fromMs = Date.UTC(2026, 10, 1, 12)
  const month = rulerOf({ fromMs, toMs: fromMs + MOST_SPAN_MS, widthPx: 390 }, 'UTC', nearest)
  const labels = month.ticks.filter(({ hasLabel }) => hasLabel)
  expect(labels.map(({ atMs }) => timeIn(atMs, 'UTC', 'ddd DD'))).toEqual(['Mon 02', 'Mon 09', 'Mon 16', 'Mon 23', 'Mon 30'])
  const seconds = rulerOf({ fromMs, toMs: fromMs + 4_000, widthPx: 390 }, 'UTC', nearest)
  expect(seconds.labelStepMs).toBe(1_000)
  expect(spanMs({ fromMs: seconds.ticks[0]?.atMs ?? 0, toMs: seconds.ticks[1]?.atMs ?? 0 })).toBe(100)
})

test('the days and months of a view begin at their first moments, the ones under way included', () => {
  assert(
    property(views, constantFrom(...zones), constantFrom('day', 'month'), (view, zone, unit) => {
      const shown = shownBy(zone)
      const unitAt = (atMs: number) => shown(atMs).slice(0, unit === 'day' ? 10 : 7)
      const begins = beginsOf(view, zone, unit)
      expect(begins.filter((atMs) => unitAt(atMs - 1) >= unitAt(atMs))).toEqual([])
      expect(begins.map(unitAt)[0]).toBe(unitAt(view.fromMs))
      expect(begins.map(unitAt).at(-1)).toBe(unitAt(view.toMs - 1))
    }),
    { numRuns: deep(2_000, 20) },
  )
})
