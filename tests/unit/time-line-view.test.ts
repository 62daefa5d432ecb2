import { assert, double, integer, pre, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/time/day.ts'
import {
  clamped,
  LEAST_SPAN_MS,
  MOST_SPAN_MS,
  msOf,
  panned,
  pxOf,
  showing,
  spanMs,
  zoomed,
  type Span,
  type View,
} from '#src/ui/time-line/core/view.ts'

const bounds: Span = { fromMs: Date.UTC(2026, 8, 1), toMs: Date.UTC(2026, 11, 1) }
const share = double({ min: 0, max: 1, noNaN: true })
/** Views of every length within the bounds. */
const views = record({
  length: double({ min: Math.log(LEAST_SPAN_MS), max: Math.log(MOST_SPAN_MS), noNaN: true }).map(Math.exp),
  where: share,
  widthPx: integer({ min: 120, max: 3840 }),
}).map(({ length, where, widthPx }): View => {
  const fromMs = bounds.fromMs + where * (spanMs(bounds) - length)
  return clamped({ fromMs, toMs: fromMs + length, widthPx }, bounds)
})
/** What a double cannot tell apart at these times. */
const HAIR_MS = 0.002
const hairPx = (view: View) => 1e-6 + (HAIR_MS / spanMs(view)) * view.widthPx

test('the moment under the pointer stays there while the line is zoomed, unless the line ends', () => {
  assert(
    property(views, share, double({ min: -3, max: 3, noNaN: true }), (view, at, power) => {
      const px = at * view.widthPx
      const next = zoomed(view, 10 ** power, px, bounds)
      const isAtEnd = next.fromMs <= bounds.fromMs || next.toMs >= bounds.toMs
      if (!isAtEnd) expect(Math.abs(pxOf(next, msOf(view, px)) - px)).toBeLessThan(2 * hairPx(next))
      expect(next.fromMs).toBeGreaterThanOrEqual(bounds.fromMs)
      expect(next.toMs).toBeLessThanOrEqual(bounds.toMs + HAIR_MS)
      expect(spanMs(next)).toBeGreaterThanOrEqual(LEAST_SPAN_MS - HAIR_MS)
      expect(spanMs(next)).toBeLessThanOrEqual(MOST_SPAN_MS + HAIR_MS)
    }),
  )
})

test('zooming in and out again by as much leads back', () => {
  assert(
    property(views, share, (view, at) => {
      pre(spanMs(view) > 4 * LEAST_SPAN_MS)
      const px = at * view.widthPx
      const back = zoomed(zoomed(view, 4, px, bounds), 1 / 4, px, bounds)
      expect(Math.abs(pxOf(view, back.fromMs))).toBeLessThan(8 * hairPx(view))
      expect(spanMs(back) / spanMs(view)).toBeCloseTo(1, 6)
    }),
  )
})

test('a place is that of its moment, and the moment that of its place', () => {
  assert(
    property(views, share, (view, at) => {
      const px = at * view.widthPx
      expect(Math.abs(pxOf(view, msOf(view, px)) - px)).toBeLessThan(hairPx(view))
      const atMs = Math.round(view.fromMs + at * spanMs(view))
      expect(Math.abs(msOf(view, pxOf(view, atMs)) - atMs)).toBeLessThan(HAIR_MS)
    }),
  )
})

test('the line is moved with the hand, as far as there is something, and keeps its scale', () => {
  assert(
    property(views, double({ min: -5000, max: 5000, noNaN: true }), (view, byPx) => {
      const next = panned(view, byPx, bounds)
      expect(Math.abs(spanMs(next) - spanMs(view))).toBeLessThan(HAIR_MS)
      if (next.fromMs > bounds.fromMs && next.toMs < bounds.toMs)
        expect(Math.abs(pxOf(view, next.fromMs) - byPx)).toBeLessThan(2 * hairPx(view))
      expect(next.fromMs).toBeGreaterThanOrEqual(bounds.fromMs)
    }),
  )
})

test('a moment is brought into view where it is wanted, or as near to it as the line goes', () => {
  assert(
    property(views, share, share, (view, when, where) => {
      const atMs = bounds.fromMs + when * spanMs(bounds)
      const next = showing(view, atMs, where, bounds)
      expect(pxOf(next, atMs)).toBeGreaterThanOrEqual(-hairPx(view))
      expect(pxOf(next, atMs)).toBeLessThanOrEqual(view.widthPx + hairPx(view))
    }),
  )
})

test('a line that is shorter than the shortest view is seen whole', () => {
  const short = { fromMs: 0, toMs: 700 }
  expect(clamped({ fromMs: -5, toMs: 9 * DAY_MS, widthPx: 100 }, short)).toEqual({ ...short, widthPx: 100 })
  expect(zoomed({ ...short, widthPx: 100 }, 8, 50, short)).toEqual({ ...short, widthPx: 100 })
  const justBegun = clamped({ fromMs: 9, toMs: 9, widthPx: 100 }, { fromMs: 9, toMs: 9 })
  expect([pxOf(justBegun, 9), msOf(justBegun, 0)]).toEqual([0, 9])
})
