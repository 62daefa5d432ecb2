import { expect, it } from 'vitest'
import { retryPauseMs } from '#device/agent/retry-pause.ts'

it('grows from one second to ten, and no further', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 1_000].map((failures) => retryPauseMs(failures, () => 0))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000])
})

it('differs by up to a half, so that devices do not come back all at once', () => {
  expect(retryPauseMs(3, () => 0.999_999)).toBeCloseTo(4_000, -1)
  expect(retryPauseMs(3, () => 0.5)).toBe(6_000)
})
