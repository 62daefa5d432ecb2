import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceStatuses } from '#contract/enums.ts'
import { shareOnline, spansOf } from '#server/devices/status-spans.ts'

const { unknown, online, offline } = deviceStatuses
const [fromMs, toMs] = [1_000_000, 11_000_000]
const always = [{ startMs: fromMs - 1, endMs: toMs }]

test('a strip says what was kept: online, away, and back', () => {
  const changes = [
    { startMs: 2_000_000, status: online },
    { startMs: 6_000_000, status: offline },
    { startMs: 7_000_000, status: online },
  ]
  const spans = spansOf({ fromMs, toMs, changes, since: { startMs: 7_000_000, status: online }, runs: always })
  expect(spans).toEqual([{ startMs: fromMs, status: unknown }, ...changes])
  expect(shareOnline(spans, toMs)).toBeCloseTo(8 / 9)
})

test('the time in which the service did not run is nobody’s outage, nor is what it saw go as it went itself', () => {
  const changes = [
    { startMs: 1_000_000, status: online },
    { startMs: 4_995_000, status: offline },
    { startMs: 6_020_000, status: online },
  ]
  const runs = [
    { startMs: fromMs, endMs: 5_000_000 },
    { startMs: 6_000_000, endMs: toMs },
  ]
  const spans = spansOf({ fromMs, toMs, changes, since: { startMs: 6_020_000, status: online }, runs })
  expect(spans.map(({ status }) => status)).toEqual([online, unknown, online])
  expect(shareOnline(spans, toMs)).toBe(1)
})

test('whatever was kept, a strip covers the whole time in order, with no two alike beside each other', () => {
  const at = fc.integer({ min: fromMs - 2_000_000, max: toMs - 1 })
  const status = fc.constantFrom(unknown, online, offline)
  const change = fc.record({ startMs: at, status })
  const run = fc.tuple(at, at).map(([one, other]) => ({ startMs: Math.min(one, other), endMs: Math.max(one, other) }))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), change, fc.array(run, { maxLength: 5 }), (told, since, runs) => {
      const changes = told.toSorted((one, other) => one.startMs - other.startMs)
      const spans = spansOf({ fromMs, toMs, changes, since, runs: runs.toSorted((one, other) => one.startMs - other.startMs) })
      expect(spans[0]?.startMs).toBe(fromMs)
      for (const [index, span] of spans.entries()) {
        expect(span.startMs).toBeLessThan(toMs)
        const next = spans[index + 1]
        if (next === undefined) continue
        expect(next.startMs).toBeGreaterThan(span.startMs)
        expect(next.status).not.toBe(span.status)
      }
      const share = shareOnline(spans, toMs)
      if (share !== null) expect(share >= 0 && share <= 1).toBe(true)
      // Nobody ran: nothing is known.
      expect(shareOnline(spansOf({ fromMs, toMs, changes, since, runs: [] }), toMs)).toBeNull()
    }),
  )
})
