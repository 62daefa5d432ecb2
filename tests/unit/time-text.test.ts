import { expect, test } from 'vitest'
import { remainingText } from '#src/ui/time-text.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]

test.each([
  [30 * MINUTE_MS - 1, '30:00'],
  [59 * SECOND_MS, '00:59'],
  [-1, '00:00'],
  [2 * HOUR_MS - SECOND_MS, '1:59:59'],
  [HOUR_MS, '1:00:00'],
  [7 * 24 * HOUR_MS - SECOND_MS, '6 days 23:59:59'],
  [24 * HOUR_MS + 5 * SECOND_MS, '1 day 00:00:05'],
])('of %i ms a countdown says %s', (leftMs, text) => {
  expect(remainingText(leftMs, 'en-US')).toBe(text)
})
