import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { recordedParts } from '#src/lib/recorded-parts.ts'
import { DAY_MS } from '#shared/time/day.ts'

const HOUR_MS = 3_600_000

test('every moment of the past is asked for once, today’s first, and no question is longer than a search may be', () => {
  assert(
    property(integer({ min: 0, max: 4e12 }), integer({ min: 0, max: 30 * 24 }), (nowMs, hours) => {
      const fromMs = Math.max(0, nowMs - hours * HOUR_MS)
      const parts = recordedParts(fromMs, nowMs)
      expect(parts[0]?.toMs).toBeGreaterThan(nowMs)
      expect(parts.at(-1)?.fromMs).toBeLessThanOrEqual(fromMs)
      expect(parts.at(-1)?.fromMs).toBeGreaterThan(fromMs - DAY_MS)
      for (const [index, part] of parts.entries()) {
        expect(part.toMs - part.fromMs).toBeGreaterThan(0)
        expect(part.toMs - part.fromMs).toBeLessThanOrEqual(31 * DAY_MS)
        if (index > 0) expect(part.toMs).toBe(parts[index - 1]?.fromMs)
      }
    }),
  )
})
