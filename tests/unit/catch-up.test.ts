import { expect, test } from 'vitest'
import { CatchUp } from '#server/video/relay/catch-up.ts'

const MB = 1024 * 1024

/** How long a group that lasts `lastsMs` is waited for of which so much waits each 100 ms, ms. */
function waitedMs(lastsMs: number, waitingBytes: (passedMs: number) => number): number {
  const catchUp = new CatchUp()
  catchUp.begin(lastsMs, waitingBytes(0), 1_000)
  for (let passedMs = 0; passedMs < 60_000; passedMs += 100) if (!catchUp.goesOn(waitingBytes(passedMs), 1_000 + passedMs)) return passedMs
  return Number.POSITIVE_INFINITY
}

test('a group of twenty seconds that gets through is waited for', () => {
  expect(waitedMs(20_000, (passedMs) => Math.max(0, 8 * MB - passedMs * 1_000))).toBe(10_000)
})

test('one that hardly gets through is not, nor is one behind which more and more waits', () => {
  expect(waitedMs(20_000, (passedMs) => 8 * MB - passedMs * 10)).toBeLessThan(500)
  expect(waitedMs(20_000, (passedMs) => 8 * MB + passedMs * 100)).toBeLessThan(500)
})

test('what the system has taken is waited for until more than a little waits besides', () => {
  expect(waitedMs(20_000, () => 0)).toBe(10_000)
  expect(waitedMs(20_000, (passedMs) => passedMs * 100)).toBeLessThan(3_000)
})

test('a group as most cameras have it is not waited for', () => {
  expect(waitedMs(2_000, () => 0)).toBe(0)
})

test('it is over when it is over, until another one begins', () => {
  const catchUp = new CatchUp()
  catchUp.begin(20_000, 0, 0)
  expect(catchUp.goesOn(0, 10_000)).toBe(false)
  expect(catchUp.goesOn(0, 1_000)).toBe(false)
  catchUp.begin(20_000, 0, 60_000)
  expect(catchUp.goesOn(0, 61_000)).toBe(true)
})
