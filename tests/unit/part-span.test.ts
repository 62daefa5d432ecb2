import { expect, test } from 'vitest'
import { markedSpan, spanOf } from '#src/features/playback/part-span.ts'

const HOUR_MS = 3_600_000
const atMs = 1_800_000_000_000
const nowMs = atMs + HOUR_MS

test('from mark to mark is what the marks enclose, an hour at most', () => {
  expect(markedSpan({ fromMs: atMs })).toBeUndefined()
  expect(markedSpan({ fromMs: atMs + 0.4, toMs: atMs + 10_000.6 })).toEqual({ startMs: atMs, endMs: atMs + 10_001 })
  expect(markedSpan({ fromMs: atMs, toMs: atMs + 3 * HOUR_MS })).toEqual({ startMs: atMs, endMs: atMs + HOUR_MS })
})

test('a length lies around the playhead, from the mark of the begin on, or up to that of the end', () => {
  const span = (part: Parameters<typeof markedSpan>[0]) => spanOf('60000', 0, { part, atMs, nowMs })
  expect(span({})).toEqual({ startMs: atMs - 30_000, endMs: atMs + 30_000 })
  expect(span({ fromMs: atMs })).toEqual({ startMs: atMs, endMs: atMs + 60_000 })
  expect(span({ toMs: atMs })).toEqual({ startMs: atMs - 60_000, endMs: atMs })
})

test('none of a part lies in the future, and one of a length of its own lasts an hour at most', () => {
  const late = spanOf('300000', 0, { part: {}, atMs: nowMs - 1_000, nowMs })
  expect(late.endMs).toBeLessThan(nowMs)
  expect(late.endMs - late.startMs).toBe(300_000)
  const own = (minutes: number) => spanOf('custom', minutes, { part: { fromMs: 0 }, atMs, nowMs })
  expect(own(2.5)).toEqual({ startMs: 0, endMs: 150_000 })
  expect(own(90)).toEqual({ startMs: 0, endMs: HOUR_MS })
})
