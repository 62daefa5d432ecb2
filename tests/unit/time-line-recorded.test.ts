import { array, assert, boolean, constantFrom, double, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { recordTypes } from '#contract/recorded-media.ts'
import { eventBeside, eventMarks, eventsOf } from '#src/ui/time-line/core/event-marks.ts'
import { marked } from '#src/ui/time-line/core/part.ts'
import { fillPixels, paintOrder, recordedOf, typesOf, type Segment } from '#src/ui/time-line/core/segments.ts'
import { snapped } from '#src/ui/time-line/core/snap.ts'
import { beginBeside, isWithin, overGap } from '#src/ui/time-line/core/spans.ts'
import { spanMs, type View } from '#src/ui/time-line/core/view.ts'
import { paletteOf } from '#src/ui/time-line/paint/palette.ts'
import { contrast } from '#src/lib/contrast.ts'
import { deep } from '#tests/support/depth.ts'

const HOUR_MS = 3_600_000
const startMs = Date.UTC(2026, 10, 1)

/** From milliseconds to minutes long, close together and far apart, one over the other. */
const segments = array(
  record({
    atMs: integer({ min: 0, max: HOUR_MS }),
    lengthMs: double({ min: 0, max: Math.log(5 * 60_000), noNaN: true }).map((power) => Math.ceil(Math.exp(power))),
    type: constantFrom(...recordTypes),
  }),
  { maxLength: 300 },
).map((parts) => parts.map(({ atMs, lengthMs, type }): Segment => ({ startMs: startMs + atMs, endMs: startMs + atMs + lengthMs, type })))
const views = record({
  fromMs: integer({ min: -HOUR_MS / 4, max: HOUR_MS }),
  length: double({ min: Math.log(2_000), max: Math.log(4 * HOUR_MS), noNaN: true }).map(Math.exp),
  widthPx: integer({ min: 1, max: 400 }),
}).map(({ fromMs, length, widthPx }): View => ({ fromMs: startMs + fromMs, toMs: startMs + fromMs + length, widthPx }))
const moments = integer({ min: startMs - 1_000, max: startMs + HOUR_MS + 400_000 })

/** Each segment by itself, pixel by pixel. */
function drawnOneByOne(all: readonly Segment[], view: View): Uint8Array {
  const pixels = new Uint8Array(view.widthPx)
  const scale = view.widthPx / spanMs(view)
  for (const segment of all) {
    const value = paintOrder.indexOf(segment.type) + 1
    const from = Math.floor((segment.startMs - view.fromMs) * scale)
    const to = Math.ceil((segment.endMs - view.fromMs) * scale)
    for (let px = Math.max(0, from); px < Math.min(to, view.widthPx); px += 1) pixels[px] = Math.max(pixels[px] ?? 0, value)
  }
  return pixels
}

test('what is too small to be seen apart fills exactly the pixels that it would fill one by one', () => {
  assert(
    property(segments, views, (all, view) => {
      const pixels = new Uint8Array(view.widthPx)
      fillPixels(recordedOf(all), view, pixels)
      expect(pixels).toEqual(drawnOneByOne(all, view))
    }),
    { numRuns: deep(5_000, 200) },
  )
})

test('a hundred thousand segments are drawn as one by one', () => {
  const all = Array.from({ length: 100_000 }, (_, index): Segment => {
    const begin = startMs + index * 25_000
    return { startMs: begin, endMs: begin + 1_000 + (index % 7) * 2_500, type: recordTypes[(index * 7) % 9] ?? 'OTHER' }
  })
  const recorded = recordedOf(all)
  const pixels = new Uint8Array(1440)
  for (const length of [10_000, HOUR_MS, 24 * HOUR_MS, 700 * HOUR_MS]) {
    const view = { fromMs: startMs + 1_234_567, toMs: startMs + 1_234_567 + length, widthPx: pixels.length }
    fillPixels(recorded, view, pixels)
    expect(pixels).toEqual(drawnOneByOne(all, view))
  }
})

test('the types of a line are named once each, and every type has its place', () => {
  expect(paintOrder.toSorted()).toEqual(recordTypes.toSorted())
  const one = recordedOf([{ startMs, endMs: startMs + 1, type: 'PLATE' }])
  const other = recordedOf([{ startMs, endMs: startMs, type: 'MOTION' }])
  expect(typesOf([one, other, one])).toEqual(['MOTION', 'PLATE'])
})

test('over a gap leads to the next recording, and none is passed over', () => {
  assert(
    property(segments, moments, (all, atMs) => {
      const { any } = recordedOf(all)
      const isRecorded = all.some((segment) => segment.startMs <= atMs && atMs < segment.endMs)
      expect(isWithin(any, atMs)).toBe(isRecorded)
      const later = all.filter((segment) => segment.startMs >= atMs).map((segment) => segment.startMs)
      expect(overGap(any, atMs)).toBe(isRecorded ? atMs : later.length > 0 ? Math.min(...later) : undefined)
    }),
  )
})

test('from begin to begin of recordings leads through all of them, on and back', () => {
  assert(
    property(segments, (all) => {
      const { any } = recordedOf(all)
      const on: number[] = []
      for (let at = beginBeside(any, 0, 1); at !== undefined; at = beginBeside(any, at, 1)) on.push(at)
      const back: number[] = []
      for (let at = beginBeside(any, Number.MAX_SAFE_INTEGER, -1); at !== undefined; at = beginBeside(any, at, -1)) back.push(at)
      expect(on).toEqual([...any.starts])
      expect(back.toReversed()).toEqual(on)
      for (const { startMs: begin } of all) expect(isWithin(any, begin)).toBe(true)
    }),
  )
})

const events = array(record({ atMs: integer({ min: startMs, max: startMs + HOUR_MS }), isAlarm: boolean() }), { maxLength: 200 })

test('from event to event leads through all moments of events, on and back', () => {
  assert(
    property(events, (all) => {
      const times = [...new Set(all.map(({ atMs }) => atMs))].toSorted((one, other) => one - other)
      const line = eventsOf(all)
      const on: number[] = []
      for (let at = eventBeside(line, 0, 1); at !== undefined; at = eventBeside(line, at, 1)) on.push(at)
      const back: number[] = []
      for (let at = eventBeside(line, Infinity, -1); at !== undefined; at = eventBeside(line, at, -1)) back.push(at)
      expect(on).toEqual(times)
      expect(back.toReversed()).toEqual(times)
    }),
  )
})

test('marks count every event once, in their order, and stay together while the line is moved', () => {
  const whole = { fromMs: startMs, toMs: startMs + HOUR_MS + 1, widthPx: 1000 }
  assert(
    property(events, integer({ min: 0, max: HOUR_MS / 2 }), (all, byMs) => {
      const marks = eventMarks(eventsOf(all), whole, 14)
      expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      expect(marks.reduce((sum, { alarms }) => sum + alarms, 0)).toBe(all.filter(({ isAlarm }) => isAlarm).length)
      expect(marks.map(({ atMs }) => atMs)).toEqual(marks.map(({ atMs }) => atMs).toSorted((one, other) => one - other))
      const moved = { ...whole, fromMs: whole.fromMs + byMs, toMs: whole.toMs + byMs }
      for (const mark of eventMarks(eventsOf(all), moved, 14)) expect(marks).toContainEqual(mark)
    }),
  )
})

test('a press beside an event or an edge means it, and one further away means its own moment', () => {
  const catches = [Float64Array.of(100, 200, 300), [250], []]
  expect([103, 95, 254, 226, 0, 500].map((at) => snapped(at, catches, 6))).toEqual([100, 100, 250, 226, 0, 500])
})

test('a part begins before it ends, and what is marked twice is not marked', () => {
  expect(marked({}, 'in', 10)).toEqual({ fromMs: 10, toMs: undefined })
  expect(marked({ fromMs: 10 }, 'out', 20)).toEqual({ fromMs: 10, toMs: 20 })
  expect(marked({ fromMs: 10, toMs: 20 }, 'in', 20)).toEqual({ fromMs: 20, toMs: undefined })
  expect(marked({ fromMs: 10, toMs: 20 }, 'out', 10)).toEqual({ fromMs: undefined, toMs: 10 })
  expect(marked({ fromMs: 10, toMs: 20 }, 'in', 10)).toEqual({ fromMs: undefined, toMs: 20 })
})

test('every type is told from its lane in both themes', () => {
  for (const theme of ['dark', 'light'] as const) {
    const { lane, types, alarm, event, dim } = paletteOf(theme, '#2f81f7')
    for (const type of recordTypes) expect(contrast(types[type].fill, lane), `${type}, ${theme}`).toBeGreaterThanOrEqual(3)
    for (const colour of [alarm, event, dim]) expect(contrast(colour, lane)).toBeGreaterThanOrEqual(4.5)
  }
  expect(new Set(recordTypes.map((type) => paletteOf('dark', '#2f81f7').types[type].pattern)).size).toBe(recordTypes.length)
})
