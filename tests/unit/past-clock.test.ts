import { expect, test } from 'vitest'
import { PastClock } from '#workers/media/past/past-clock.ts'

test('the clock of a playback goes at its speed, either way, and stands while pictures are awaited', () => {
  const clock = new PastClock()
  clock.seek(1_000_000, 0)
  expect(clock.atMs(500)).toBe(1_000_000)
  clock.play(true, 500)
  expect(clock.atMs(1_500)).toBe(1_001_000)
  clock.setPace(4, 1, 1_500)
  expect(clock.atMs(2_000)).toBe(1_003_000)
  expect(clock.wait(true, 2_000)).toBe(true)
  expect(clock.wait(true, 2_500)).toBe(false)
  expect(clock.atMs(9_000)).toBe(1_003_000)
  expect(clock.wait(false, 9_000)).toBe(true)
  expect(clock.atMs(9_250)).toBe(1_004_000)
  clock.setPace(0.5, -1, 9_250)
  expect(clock.atMs(9_350)).toBe(1_003_950)
})

test('a pause ends the waiting, and a jump does not stop the clock', () => {
  const clock = new PastClock()
  clock.play(true, 0)
  clock.wait(true, 0)
  clock.seek(5_000, 10)
  expect(clock.isWaiting).toBe(true)
  clock.play(false, 20)
  expect(clock.state()).toMatchObject({ isPlaying: false, isWaiting: false, rate: 0, atMs: 5_000 })
  clock.play(true, 30)
  clock.seek(8_000, 40)
  expect(clock.atMs(50)).toBe(8_010)
})
