import { expect, test } from 'vitest'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import { Reach } from '#workers/core/reach.ts'

/** The longest that a service may have been back before it is noticed, ms. */
const SOON_MS = 1_600

function start(isThere = () => false) {
  const clock = new VirtualClock()
  const looks: number[] = []
  const reach = new Reach(clock, {
    onChange: () => {},
    look: async () => {
      looks.push(clock.steadyMs())
      reach.note(isThere())
    },
  })
  const pass = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      clock.advance(100)
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  return { clock, reach, looks, pass }
}

test('a service that goes away again and again is looked for soon each time, when the push connection stood in between', async () => {
  const { reach, looks, pass } = start()
  reach.noteStanding()
  for (let times = 1; times <= 20; times += 1) {
    await pass(2_000)
    reach.note(false)
    const before = looks.length
    await pass(SOON_MS)
    expect(looks.length, `look ${times}`).toBeGreaterThan(before)
    reach.noteStanding()
  }
})

test('where calls are answered and no push connection stands, nobody is kept busy by looking', async () => {
  const { reach, looks, pass } = start()
  reach.note(false)
  for (let times = 1; times <= 5; times += 1) {
    reach.note(true)
    reach.note(false)
  }
  await pass(9_900)
  expect(looks).toEqual([])
})

test('it is looked for soon through an outage of minutes, and then seldom', async () => {
  const { reach, looks, pass } = start()
  reach.note(false)
  await pass(180_000)
  expect(Math.max(...looks.map((atMs, index) => atMs - (looks[index - 1] ?? 0)))).toBeLessThanOrEqual(SOON_MS + 100)
  await pass(420_000)
  const late = looks.slice(-5)
  expect(late.map((atMs, index) => atMs - (late[index - 1] ?? atMs)).slice(1)).toEqual([10_000, 10_000, 10_000, 10_000])
})

test('another network ends the pause at once, and none after the service is back', async () => {
  let isThere = false
  const { reach, looks, pass } = start(() => isThere)
  reach.note(false)
  await pass(400_000)
  const before = looks.length
  isThere = true
  reach.lookNow()
  await pass(100)
  expect(looks.length).toBe(before + 1)
  expect(reach.isReachable).toBe(true)
  reach.lookNow()
  await pass(20_000)
  expect(looks.length).toBe(before + 1)
})

test('a look that hangs on a dead line keeps no other waiting, and is called off when the service is back', async () => {
  const clock = new VirtualClock()
  const looks: AbortSignal[] = []
  const reach = new Reach(clock, { onChange: () => {}, look: (signal) => looks.push(signal) })
  reach.note(false)
  for (let times = 1; times <= 3; times += 1) {
    clock.advance(SOON_MS)
    expect(looks.length).toBeGreaterThanOrEqual(times)
  }
  expect(looks.some(({ aborted }) => aborted)).toBe(false)
  reach.note(true)
  expect(looks.every(({ aborted }) => aborted)).toBe(true)
  const before = looks.length
  reach.note(false)
  clock.advance(20_000)
  expect(looks.at(-1)?.aborted).toBe(false)
  expect(looks.length).toBeGreaterThan(before)
})
