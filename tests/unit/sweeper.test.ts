import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Sweeper, TIDY_AFTER_MS } from '#server/runtime/clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what somebody waits for runs from the first sweep on; tidying a while after the start, one task after the other', async () => {
  const done: string[] = []
  const sweeper = new Sweeper(() => {}, { tidyAfterMs: TIDY_AFTER_MS })
  let isFirstDone = Promise.withResolvers<void>()
  sweeper.add(() => void done.push('deadline'))
  sweeper.tidy(async () => {
    done.push('first begins')
    await isFirstDone.promise
    done.push('first ends')
  })
  sweeper.tidy(() => void done.push('second'))
  const soon = () => vi.advanceTimersByTimeAsync(250)
  await vi.advanceTimersByTimeAsync(TIDY_AFTER_MS - 250)
  expect(done.length).toBeGreaterThan(100)
  expect(new Set(done)).toEqual(new Set(['deadline']))

  done.length = 0
  await soon()
  await soon()
  expect(done).toEqual(['deadline', 'first begins', 'deadline'])
  isFirstDone.resolve()
  isFirstDone = Promise.withResolvers()
  await soon()
  expect(done).toEqual(['deadline', 'first begins', 'deadline', 'first ends', 'second', 'deadline', 'first begins'])
  // Who closes waits for what is under way.
  const closed = vi.fn()
  const closing = sweeper.close().then(closed)
  await soon()
  expect(closed).not.toHaveBeenCalled()
  isFirstDone.resolve()
  await closing
  expect(done.slice(-2)).toEqual(['first ends', 'second'])
})

test('a task that fails is told of, keeps nobody else from tidying, and runs again', async () => {
  const faults: unknown[] = []
  const sweeper = new Sweeper((fault) => faults.push(fault))
  const broken = new Error('The database is away.')
  const second = vi.fn()
  sweeper.tidy(() => Promise.reject(broken))
  sweeper.tidy(second)
  await vi.advanceTimersByTimeAsync(500)
  expect(faults).toEqual([broken, broken])
  expect(second).toHaveBeenCalledTimes(2)
  await sweeper.close()
})
