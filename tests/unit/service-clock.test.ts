import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServiceClock } from '#device/agent/service-clock.ts'

const HOUR_MS = 3_600_000
const START_MS = 1_800_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A device whose clock is behind the service's by this much; a negative number: ahead of it. */
function stand(behindMs: number) {
  const device = { behindMs }
  const serviceMs = () => START_MS + performance.now()
  const clock = new ServiceClock(() => serviceMs() - device.behindMs)
  /** The service says its time each minute; this long it is on the way. */
  const hear = (...delaysMs: number[]) => {
    for (const delayMs of delaysMs) {
      vi.advanceTimersByTime(60_000)
      clock.hear(serviceMs() - delayMs)
    }
  }
  return { clock, device, hear }
}

test('a device that has heard nothing, and one whose clock is right, keep their own', () => {
  const { clock, hear } = stand(300)
  expect(clock.correctionMs).toBe(0)
  hear(40, 700, 40)
  expect(clock.correctionMs).toBe(0)
})

test('a clock that is behind or ahead is put right by what came quickest', () => {
  const behind = stand(HOUR_MS)
  behind.hear(40)
  expect(behind.clock.correctionMs).toBeCloseTo(HOUR_MS - 40)
  const ahead = stand(-HOUR_MS)
  ahead.hear(2_500, 40, 900)
  // What came late has it seem further ahead than it is; of that little is left, and no picture jumps for it.
  expect(Math.abs(ahead.clock.correctionMs + HOUR_MS)).toBeLessThanOrEqual(1_000)
})

test('nothing jumps while the service says again what time it is', () => {
  const { clock, hear } = stand(20_000)
  hear(40)
  const first = clock.correctionMs
  hear(900, 20, 300, 90, 800, 15, 400)
  expect(clock.correctionMs).toBe(first)
})

test('a clock that is set counts at once, and one that runs away when the service says so', () => {
  const { clock, device, hear } = stand(HOUR_MS)
  hear(40)
  device.behindMs = 0
  expect(clock.correctionMs).toBe(0)
  device.behindMs = 9_000
  expect(clock.correctionMs).toBeCloseTo(8_960)
  // No message is as early as that, but the machine slept.
  device.behindMs = 30_000
  clock.hear(START_MS + performance.now() + 30_000)
  expect(clock.correctionMs).toBeGreaterThan(29_000)
})

test('a first word that came late calls no right clock wrong; one that is wrong by little waits for the second', () => {
  const right = stand(0)
  right.hear(2_500)
  expect(right.clock.correctionMs).toBe(0)
  right.hear(40)
  expect(right.clock.correctionMs).toBe(0)
  const ahead = stand(-2_500)
  ahead.hear(40)
  expect(ahead.clock.correctionMs).toBe(0)
  ahead.hear(40)
  expect(ahead.clock.correctionMs).toBeCloseTo(-2_540)
  const far = stand(-4_000)
  far.hear(40)
  expect(far.clock.correctionMs).toBeCloseTo(-4_040)
})

test('the clock of the service that is set back counts with its second word; a single late one does not', () => {
  const { clock, hear } = stand(0)
  hear(40, 40, 40)
  hear(5_000)
  expect(clock.correctionMs).toBe(0)
  hear(40, 5_000, 40)
  expect(clock.correctionMs).toBe(0)
  // As what comes late is lower, so is all that it says from now on.
  const backMs = 600_000
  hear(backMs)
  expect(clock.correctionMs).toBe(0)
  hear(backMs)
  expect(clock.correctionMs).toBeCloseTo(-backMs)
})
