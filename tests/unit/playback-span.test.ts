import { expect, test } from 'vitest'
import { playbackSpan, windowSpan } from '#contract/plugin/playback-time.ts'
import { cloudRangeMs } from '#src/data/media/playback/cloud-range.ts'

const startMs = 1_763_700_000_000
const NOW_MS = startMs + 5_000_000

test('an end before the begin is none, one equal to it is a day later, and an open one is now', () => {
  expect(playbackSpan(startMs, startMs - 1, NOW_MS)).toBeUndefined()
  expect(playbackSpan(startMs, startMs, NOW_MS)).toEqual({ startMs, endMs: startMs + 86_400_000 })
  expect(playbackSpan(startMs, startMs + 1, NOW_MS)).toEqual({ startMs, endMs: startMs + 1 })
  expect(playbackSpan(startMs, undefined, NOW_MS)).toEqual({ startMs, endMs: NOW_MS })
  expect(playbackSpan(startMs, undefined, startMs - 1)).toBeUndefined()
})

test('a window plays a day and a half in one go, and what is shorter to its end', () => {
  expect(windowSpan({ startMs, endMs: startMs + 7 * 86_400_000 })).toEqual({ startMs, endMs: startMs + 129_600_000 })
  for (const lengthMs of [86_400_000, 129_600_000]) {
    const span = { startMs, endMs: startMs + lengthMs }
    expect(windowSpan(span)).toEqual(span)
  }
})

test('of the cloud 300 s are asked for at once, or what the browser keeps, if that makes sense', () => {
  expect(cloudRangeMs(null)).toBe(300_000)
  expect(cloudRangeMs('60')).toBe(60_000)
  expect(cloudRangeMs('0.5')).toBe(500)
  for (const nonsense of ['', '0', '-5', 'an hour', '1e99', 'NaN']) expect(cloudRangeMs(nonsense)).toBe(300_000)
})
