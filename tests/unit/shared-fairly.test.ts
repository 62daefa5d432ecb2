import { expect, test } from 'vitest'
import { Allowance } from '#server/runtime/allowance.ts'
import { Newest } from '#server/devices/gateway/newest.ts'

test('an allowance gives its burst at once, and then so much a second', () => {
  let nowMs = 0
  const allowance = new Allowance({ burst: 3, perSecond: 2 }, () => nowMs)
  expect([1, 2, 3, 4].map(() => allowance.take(1))).toEqual([true, true, true, false])
  nowMs = 500
  expect([allowance.take(2), allowance.take(1), allowance.take(1)]).toEqual([false, true, false])
  // It never fills beyond its burst, and a clock that is set back takes nothing away.
  nowMs = 60_000
  expect([allowance.take(4), allowance.take(3)]).toEqual([false, true])
  nowMs = 0
  expect(allowance.take(1)).toBe(false)
  nowMs = 1_000
  expect(allowance.take(2)).toBe(true)
})

test('what was asked for is given, and not beyond the burst', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 0 }, () => 0)
  allowance.give(2)
  expect([allowance.take(3), allowance.take(1)]).toEqual([true, false])
  allowance.give(1)
  expect([allowance.take(1), allowance.take(1)]).toEqual([true, false])
})

test('of many offers one is at work, the newest follows, and those between are passed over', async () => {
  const seen: number[] = []
  const gates: (() => void)[] = []
  const newest = new Newest<number>(async (value) => {
    seen.push(value)
    await new Promise<void>((resolve) => gates.push(resolve))
  }, 0)
  const done = newest.offer(1)
  for (const value of [2, 3, 4]) void newest.offer(value)
  expect(seen).toEqual([1])
  gates.shift()?.()
  await expect.poll(() => seen).toEqual([1, 4])
  gates.shift()?.()
  await done
  const fails = new Newest<number>(() => Promise.reject(new Error('no')), 0)
  await expect(fails.offer(1)).rejects.toThrow('no')
  // Whoever has gone has nothing more written.
  newest.end()
  await newest.offer(5)
  expect(seen).toEqual([1, 4])
})
