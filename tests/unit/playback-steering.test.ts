import { expect, test } from 'vitest'
import type { PastOrder } from '#contract/playback-api.ts'
import { isFullScreenKey, playbackKey, type KeyDoors } from '#src/features/playback/playback-keys.ts'
import { makeSteering } from '#src/features/playback/steering.ts'

const NOW_MS = 10_000_000
const EVENT_MS = 7_000_000

/** A playback that is steered, what was ordered, and a service that says of what happened when the test lets it. */
function stand() {
  const orders: PastOrder[] = []
  const answers: (() => void)[] = []
  const steering = makeSteering({
    order: (what) => orders.push(what),
    timeNow: () => 5_000_000,
    serviceNowMs: () => NOW_MS,
    eventsOf: () => () => {
      const { promise, resolve } = Promise.withResolvers<{ times: number[]; isMore: boolean }>()
      answers.push(() => resolve({ times: [EVENT_MS], isMore: false }))
      return promise
    },
  })
  const none = { starts: new Float64Array(), ends: new Float64Array() }
  steering.know({ cameras: [], bounds: { fromMs: 1_000_000, toMs: 9_000_000 }, recorded: none, unknown: [], events: undefined })
  const answer = async () => {
    for (const give of answers.splice(0)) give()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { steering, orders, answer }
}

const atEvent: PastOrder = { kind: 'seek', atMs: EVENT_MS }

test('the next event is gone to when the service has said when that was, also where somebody has paused meanwhile', async () => {
  const { steering, orders, answer } = stand()
  steering.event(1)
  expect(orders).toEqual([])
  steering.toggle()
  await answer()
  expect(orders).toEqual([{ kind: 'toggle', what: 'play' }, atEvent])
})

test('who has left the page is not led to an event by an answer that comes late', async () => {
  const { steering, orders, answer } = stand()
  steering.event(1)
  steering.leave()
  await answer()
  expect(orders).toEqual([])
  steering.event(1)
  await answer()
  expect(orders).toEqual([atEvent])
})

test('nor is whom the address, the time line or a step has led elsewhere', async () => {
  const { steering, orders, answer } = stand()
  const elsewhere = [
    () => steering.playFrom(500_000),
    () => steering.seek(500_000),
    () => steering.scrub(2_000_000),
    () => steering.step(1),
  ]
  for (const go of elsewhere) {
    steering.event(1)
    go()
    await answer()
  }
  expect(orders).toEqual([
    // Older than the time line goes: an address may say so.
    { kind: 'seek', atMs: 500_000, isPlaying: true },
    { kind: 'seek', atMs: 1_000_000 },
    { kind: 'scrub', atMs: 2_000_000 },
    { kind: 'step', pictures: 1 },
  ])
})

test('a key that is held down steps and leaps on and on, and takes the whole screen once', () => {
  const { steering, orders } = stand()
  const screens: string[] = []
  const doors: KeyDoors = {
    picture: () => {},
    fullScreen: (isOfAll) => screens.push(isOfAll ? 'all' : 'one'),
    select: () => {},
    view: undefined,
    onView: () => {},
  }
  const hold = (key: string, shiftKey = false) => {
    for (const repeat of [false, true, true]) {
      const action = playbackKey({ key, shiftKey, repeat }, steering, doors)
      // Also where nothing comes of it the key is the page's, not the browser's.
      expect(action).toBeDefined()
      action?.()
    }
  }
  hold('f')
  hold('F', true)
  expect(screens).toEqual(['one', 'all'])
  hold('.')
  hold('l')
  expect(orders.map(({ kind }) => kind)).toEqual(['step', 'step', 'step', 'seek', 'seek', 'seek'])
  expect(playbackKey({ key: 'x', shiftKey: false, repeat: false }, steering, doors)).toBeUndefined()
  expect([false, true].map((repeat) => isFullScreenKey({ key: 'Enter', repeat }))).toEqual([true, false])
})
