import { afterEach, expect, it, vi } from 'vitest'
import { untilThere } from '../../src/data/station/until-there.ts'

afterEach(() => vi.useRealTimers())

/** Resolves with no when it is given up. */
function onDeadLine(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
}

it('does not wait for what was asked on a dead line, and gives it up when something else is answered', async () => {
  const asked: AbortSignal[] = []
  const startMs = performance.now()
  await untilThere((signal) => {
    asked.push(signal)
    return asked.length < 3 ? onDeadLine(signal) : Promise.resolve(true)
  })
  expect(performance.now() - startMs).toBeLessThan(1_600)
  expect(asked).toHaveLength(3)
  expect(asked.every(({ aborted }) => aborted)).toBe(true)
})

it('lets one question at a time take as long as a slow line needs, and asks no faster than twice to four times a second', async () => {
  const endedAfterMs: number[] = []
  const askedAtMs: number[] = []
  const slow = Promise.withResolvers<boolean>()
  const there = untilThere((signal) => {
    const startMs = performance.now()
    askedAtMs.push(startMs)
    if (askedAtMs.length === 1) return slow.promise
    if (askedAtMs.length === 7) slow.resolve(true)
    return onDeadLine(signal).finally(() => endedAfterMs.push(performance.now() - startMs))
  })
  await there
  const pausesMs = askedAtMs.slice(1).map((atMs, index) => atMs - (askedAtMs[index] ?? 0))
  expect(Math.min(...pausesMs)).toBeGreaterThan(240)
  // All but the first are given up early.
  expect(Math.max(...endedAfterMs)).toBeLessThan(2_000)
  expect(endedAfterMs.length).toBeGreaterThan(0)
})

it('asks anew at once, and once, when a line that was dead ends what was asked on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const answers: PromiseWithResolvers<boolean>[] = []
  const there = untilThere(() => {
    const answer = Promise.withResolvers<boolean>()
    answers.push(answer)
    return answer.promise
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(500)
  expect(answers).toHaveLength(1)
  vi.advanceTimersByTime(250)
  const before = answers.length
  answers[0]?.resolve(false)
  await settled()
  expect(answers).toHaveLength(before + 1)
  vi.advanceTimersByTime(250)
  const then = answers.length
  answers[before]?.resolve(false)
  await settled()
  expect(answers).toHaveLength(then)
  answers.at(-1)?.resolve(true)
  await there
})
