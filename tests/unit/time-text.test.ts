import { expect, test } from 'vitest'
import { languages } from '#contract/enums.ts'
import { clockText, remainingText } from '#src/ui/text/time-text.ts'

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

test('a time of day reads as the browser itself would write it, in each language', () => {
  for (const locale of languages)
    for (const timeMs of [0, Date.UTC(2026, 0, 1, 0, 5, 9), Date.UTC(2026, 6, 1, 12, 0, 0), Date.UTC(2026, 10, 21, 23, 59, 59)])
      for (const seconds of [false, true]) {
        const shape: Intl.DateTimeFormatOptions = {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          ...(seconds && { second: '2-digit' }),
        }
        expect(clockText(timeMs, { seconds })).toBe(new Intl.DateTimeFormat(locale, shape).format(timeMs))
      }
})
