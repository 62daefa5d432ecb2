import { expect, test } from 'vitest'
import type { PastClockState, PastNews, PastWindowState } from '#contract/playback-api.ts'
import { PastTeller } from '#workers/media/past/past-teller.ts'

const clock: PastClockState = { atMs: 0, sinceMs: 0, rate: 1, isPlaying: true, isWaiting: false, speed: 1, isBackwards: false }
const windowAt = (pictureMs: number): PastWindowState => ({ window: 1, shows: 'picture', pictureMs })

function stand() {
  const told: PastNews[] = []
  return { told, teller: new PastTeller((news) => told.push(news)) }
}

test('what the page could not know is told at once, pictures that follow each other four times a second', () => {
  const { told, teller } = stand()
  for (let nowMs = 0; nowMs < 1_000; nowMs += 10) teller.look(clock, [windowAt(nowMs)], nowMs)
  expect(told).toHaveLength(4)
  teller.look({ ...clock, rate: 0, isWaiting: true }, [windowAt(1_000)], 1_000)
  teller.look({ ...clock, rate: 0, isWaiting: true }, [{ ...windowAt(1_000), shows: 'loading' }], 1_001)
  expect(told.slice(4).map(({ clock: { rate }, windows }) => [rate, windows[0]?.shows])).toEqual([
    [0, 'picture'],
    [0, 'loading'],
  ])
})

test('a clock that is set back a little at each look is told with the pictures, not each time', () => {
  const { told, teller } = stand()
  for (let nowMs = 0; nowMs < 500; nowMs += 10) teller.look({ ...clock, atMs: nowMs, sinceMs: nowMs }, [windowAt(0)], nowMs)
  expect(told).toHaveLength(2)
})

test('nothing is told twice, but after an order', () => {
  const { told, teller } = stand()
  for (let nowMs = 0; nowMs < 2_000; nowMs += 10) teller.look(clock, [windowAt(0)], nowMs)
  expect(told).toHaveLength(1)
  teller.forget()
  teller.look(clock, [windowAt(0)], 2_000)
  expect(told).toHaveLength(2)
})
