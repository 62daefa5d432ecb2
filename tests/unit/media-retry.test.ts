import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Retry } from '#src/data/media/retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service that refuses each attempt, and when those came, ms. */
function refusing() {
  const startMs = Date.now()
  const attemptsMs: number[] = []
  const retry = new Retry(() => {
    attemptsMs.push(Date.now() - startMs)
    retry.later()
  })
  return { retry, attemptsMs }
}

it('pictures are asked for again within a quarter of a second of a service that was away for up to two seconds', () => {
  const { retry, attemptsMs } = refusing()
  retry.later()
  vi.advanceTimersByTime(2_250)
  const gapsMs = attemptsMs.map((atMs, index) => atMs - (attemptsMs[index - 1] ?? 0))
  expect(Math.max(...gapsMs, 2_250 - (attemptsMs.at(-1) ?? 0))).toBeLessThanOrEqual(250)
})

it('a service that stays away is asked less and less often, at least each five seconds', () => {
  const { retry, attemptsMs } = refusing()
  retry.later()
  vi.advanceTimersByTime(120_000)
  const gapsMs = attemptsMs.slice(1).map((atMs, index) => atMs - (attemptsMs[index] ?? 0))
  expect(Math.max(...gapsMs)).toBeLessThanOrEqual(5_000)
  expect(attemptsMs.filter((atMs) => atMs > 60_000).length).toBeLessThanOrEqual(60_000 / 2_500)
})

it('a service that says no is not asked five times a second', () => {
  const attemptsMs: number[] = []
  const startMs = Date.now()
  const retry = new Retry(() => {
    attemptsMs.push(Date.now() - startMs)
    retry.later({ isRefused: true })
  })
  retry.later({ isRefused: true })
  vi.advanceTimersByTime(5_000)
  expect(attemptsMs.length).toBeGreaterThan(0)
  expect(attemptsMs.length).toBeLessThanOrEqual(6)
})

it('a connection that stood for a while is sought quickly again, one that was closed at once is not', () => {
  const { retry, attemptsMs } = refusing()
  retry.later()
  vi.advanceTimersByTime(60_000)
  for (const { stoodMs, soon } of [
    { stoodMs: 100, soon: false },
    { stoodMs: 6_000, soon: true },
  ]) {
    retry.stop()
    retry.opened()
    vi.advanceTimersByTime(stoodMs)
    const before = attemptsMs.length
    retry.later()
    vi.advanceTimersByTime(1_000)
    expect(attemptsMs.length - before >= 4).toBe(soon)
  }
})
