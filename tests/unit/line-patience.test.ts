import { expect, test } from 'vitest'
import { LinePatience } from '#workers/media/line-patience.ts'

const SLOW_FOR_MS = 60_000

test('a line on which nothing large is under way is given up after seconds', () => {
  const patience = new LinePatience()
  patience.took(100, 0)
  expect(patience.ms(0)).toBe(3_000)
})

test('the first picture of a stream, the largest, is waited for longer', () => {
  const patience = new LinePatience()
  patience.began(5_000)
  expect(patience.ms(5_000)).toBe(7_000)
  expect(patience.ms(15_000)).toBe(3_000)
})

test('a line that was slow is waited for twice as long as it took, until it has been quick for a minute', () => {
  const patience = new LinePatience()
  patience.took(5_000, 0)
  // Small pictures between two large ones say nothing of the next large one.
  for (let nowMs = 1_000; nowMs < SLOW_FOR_MS; nowMs += 1_000) {
    patience.took(50, nowMs)
    expect(patience.ms(nowMs)).toBe(10_000)
  }
  patience.took(2_000, SLOW_FOR_MS - 1)
  expect(patience.ms(SLOW_FOR_MS)).toBe(10_000)
  expect(patience.ms(2 * SLOW_FOR_MS)).toBe(3_000)
})

test('whatever size a picture has, its line is not given up for ever, and a dead one is found within a minute', () => {
  const patience = new LinePatience()
  let nowMs = 0
  const waited: number[] = []
  for (let times = 0; times < 6; times += 1) {
    const ms = patience.ms(nowMs)
    nowMs += ms
    patience.took(ms, nowMs)
    waited.push(ms)
  }
  expect(waited).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000])
})
