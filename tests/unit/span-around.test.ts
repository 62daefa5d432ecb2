import { expect, test } from 'vitest'
import { spanAround } from '#src/ui/archive/span-around.ts'

const NOW_MS = 1_000_000

test('a clip around an event has it in its middle', () => {
  expect(spanAround(NOW_MS - 60_000, 30_000, NOW_MS)).toEqual({ startMs: NOW_MS - 75_000, endMs: NOW_MS - 45_000 })
})

test('of an event that has just happened it ends before what is still on its way, and is never empty', () => {
  expect(spanAround(NOW_MS - 5_000, 30_000, NOW_MS)).toEqual({ startMs: NOW_MS - 20_000, endMs: NOW_MS - 2_000 })
  const { startMs, endMs } = spanAround(NOW_MS + 60_000, 30_000, NOW_MS)
  expect(endMs).toBe(startMs + 1)
})
