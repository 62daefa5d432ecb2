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
    onFound: () => {},
    look: async () => {
      looks.push(clock.steadyMs())
      reach.note(isThere())
      return isThere()
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

/** A question that nobody answers. */
function hanging(looks: AbortSignal[], signal: AbortSignal): Promise<boolean> {
  looks.push(signal)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
}

test('a look that hangs on a dead line keeps no other waiting, and is called off when the service is back', async () => {
  const clock = new VirtualClock()
  const looks: AbortSignal[] = []
  const reach = new Reach(clock, { onChange: () => {}, onFound: () => {}, look: (signal) => hanging(looks, signal) })
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

test('where a look hangs the next one goes by connections of both kinds, and where it is refused by those of one', async () => {
  const clock = new VirtualClock()
  const kinds: boolean[] = []
  let isHanging = false
  const look = async (signal: AbortSignal, isPlain = false) => {
    kinds.push(isPlain)
    return isHanging && hanging([], signal)
  }
  const reach = new Reach(clock, { onChange: () => {}, onFound: () => {}, look })
  reach.note(false)
  for (let times = 1; times <= 6; times += 1) {
    // So long there is no more than one.
    clock.advance(SOON_MS / 2)
    await settled()
  }
  expect(kinds.length).toBeGreaterThan(2)
  expect(kinds).not.toContain(true)
  isHanging = true
  clock.advance(SOON_MS)
  kinds.length = 0
  clock.advance(SOON_MS)
  expect(kinds.slice(0, 2)).toEqual([false, true])
})

/** As many as browsers keep, of either kind. */
const CONNECTIONS = 12

/** A browser with connections of before, this many of them dead, to a service that answers by all others at once. */
function keeping(dead: number) {
  const clock = new VirtualClock()
  const looks: AbortSignal[] = []
  const ended: AbortSignal[] = []
  const found: (number | undefined)[] = []
  let deadLeft = dead
  const look = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => ended.push(signal))
    if (deadLeft === 0) return true
    deadLeft -= 1
    return hanging(looks, signal)
  }
  return {
    clock,
    looks,
    ended,
    found,
    reach: new Reach(clock, { onChange: () => {}, onFound: (lostUntilMs) => found.push(lostUntilMs), look }),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('where nothing comes any more the service is found by a connection that lives, and none that is dead is left to those who ask afterwards', async () => {
  const { reach, looks, found } = keeping(CONNECTIONS - 1)
  expect(await reach.check()).toBe(true)
  expect(looks).toHaveLength(CONNECTIONS - 1)
  expect(looks.every(({ aborted }) => aborted)).toBe(true)
  expect(found).toEqual([undefined])
})

test('where all of them are dead the service is found by a new one a second later, and the last question is given up first', async () => {
  const { clock, reach, looks, ended } = keeping(CONNECTIONS)
  const found = reach.check()
  await settled()
  expect(looks).toHaveLength(CONNECTIONS)
  clock.advance(1_000)
  await settled()
  expect(ended.slice(0, CONNECTIONS - 1)).toEqual(looks.slice(1).toReversed())
  expect(await found).toBe(true)
  expect(looks.every(({ aborted }) => aborted)).toBe(true)
})

test('what was asked before all of them were asked is lost where a new connection is answered first, each time, and may only be slow where a kept one is', async () => {
  const clock = new VirtualClock()
  const answers: ((isThere: boolean) => void)[] = []
  const found: (number | undefined)[] = []
  const look = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      answers.push(resolve)
      signal.addEventListener('abort', () => resolve(false))
    })
  const reach = new Reach(clock, { onChange: () => {}, onFound: (lostUntilMs) => found.push(lostUntilMs), look })
  const beginsMs: number[] = []
  for (const answered of ['new', 'new', 'kept']) {
    // One question would show it sooner.
    clock.advance(10_000)
    answers.length = 0
    beginsMs.push(clock.steadyMs())
    const check = reach.check()
    await settled()
    clock.advance(1_000)
    await settled()
    answers.at(answered === 'new' ? -1 : 0)?.(true)
    expect(await check).toBe(true)
  }
  expect(found).toEqual([beginsMs[0], beginsMs[1], undefined])
})

test('several who ask at once hear one answer, and nobody asks a service that is known to be away', async () => {
  const { clock, reach, looks } = keeping(CONNECTIONS + 1)
  void reach.check()
  void reach.check()
  await settled()
  expect(looks).toHaveLength(CONNECTIONS)
  clock.advance(1_000)
  await settled()
  // One may take as long as a slow line needs, and so may the one that came last.
  expect(looks.filter(({ aborted }) => !aborted)).toHaveLength(2)
  const other = keeping(CONNECTIONS)
  other.reach.note(false)
  expect(await other.reach.check()).toBe(false)
  expect(other.looks).toEqual([])
})

test('a service that went away without a word is looked for soon again, and nothing is taken for lost while not all have been asked in vain', async () => {
  const { clock, reach, looks, found } = keeping(100)
  reach.note(false)
  reach.note(true)
  expect(found).toEqual([undefined])
  void reach.check()
  await settled()
  reach.note(false)
  const before = looks.length
  clock.advance(SOON_MS)
  expect(looks.length).toBeGreaterThan(before)
  reach.note(true)
  expect(found).toEqual([undefined, undefined])
})
