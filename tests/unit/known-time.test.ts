import { expect, test } from 'vitest'
import { deviceStatuses } from '#contract/enums.ts'
import { knownOf } from '#src/features/devices/known-time.ts'

test('of a device that is known of for a moment only that moment counts', () => {
  const { unknown, online, offline } = deviceStatuses
  const spans = [
    { startMs: 0, endMs: 1_000, status: unknown },
    { startMs: 1_000, endMs: 1_010, status: online },
    { startMs: 1_010, endMs: 1_015, status: offline },
  ]
  expect(knownOf(spans)).toBe(15)
  expect(knownOf(spans.slice(0, 1))).toBe(0)
})
