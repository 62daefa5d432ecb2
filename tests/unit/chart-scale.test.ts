import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksTo } from '#src/ui/controls/chart/scale.ts'

test.each([
  [1, 4, [0, 0.25, 0.5, 0.75, 1]],
  [7, 4, [0, 2, 4, 6, 8]],
  [100, 5, [0, 20, 40, 60, 80, 100]],
  [2_340_000, 4, [0, 1_000_000, 2_000_000, 3_000_000]],
  [0, 4, [0]],
  [Number.NaN, 4, [0]],
])('an axis to %d has the ticks that people count in', (top, most, ticks) => {
  expect(ticksTo(top, most)).toEqual(ticks)
})

test('every value finds its place on the axis, whose ticks are evenly apart and not too many', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), fc.integer({ min: 1, max: 12 }), (top, most) => {
      const ticks = ticksTo(top, most)
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(most + 1)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(top * (1 - 1e-9))
      expect(ticks.at(-1)).toBeLessThan(top + step)
    }),
  )
})
