import { expect, test } from 'vitest'
import type { StationStart } from '#contract/station.ts'
import { LOOK_EVERY_MS, Succession, type ScreenFrame } from '#src/lib/succession.ts'

const SECOND = 1_000 / LOOK_EVERY_MS

interface Opened extends ScreenFrame {
  start: StationStart
  told: string[]
  /** As it stands: `waiting`, `seen`, `behind` or `removed`. */
  state: string
}

/** A shell with pages that do as the test wants, and no clock but its looks. */
function startShell() {
  const opened: Opened[] = []
  const said: (number | undefined)[] = []
  let restarts = 0
  const pages = new Succession<Opened>({
    open: (start) => {
      const frame: Opened = {
        start,
        told: [],
        state: 'waiting',
        tell: ({ kind }) => frame.told.push(kind),
        raise: () => (frame.state = 'seen'),
        lower: () => (frame.state = 'behind'),
        remove: () => (frame.state = 'removed'),
      }
      opened.push(frame)
      return frame
    },
    say: (silentMs) => said.push(silentMs),
    shell: () => ({ mark: 'one', forMs: 0 }),
    restart: () => (restarts += 1),
  })
  const at = (index: number) => {
    const frame = opened[index]
    if (frame === undefined) throw new Error(`There is no page ${index}.`)
    return frame
  }
  /** It is there, and the end of its process will be told. */
  const arrive = (index: number) => pages.hear(at(index), { kind: 'there', lock: `page ${index}` })
  const speak = (index: number, live = 0, isDrawn = true, hasTrouble = false) =>
    pages.hear(at(index), { kind: 'alive', live, isDrawn, hasTrouble })
  /** Lets time pass, in which those pages go on speaking. */
  const pass = (seconds: number, speaking: Record<number, number> = {}) => {
    for (let look = 0; look < seconds * SECOND; look += 1) {
      pages.look()
      for (const [index, live] of Object.entries(speaking)) speak(Number(index), live)
    }
  }
  const states = () => opened.map(({ state }) => state)
  return { pages, opened, at, said, words: () => said.at(-1), arrive, speak, pass, states, restarts: () => restarts }
}

test('a page that says nothing for three seconds has words over it with how long, which go with its next word', () => {
  const { pass, speak, words, states } = startShell()
  pass(30)
  expect(words()).toBeUndefined()
  speak(0, 4)
  pass(2.5)
  expect(words()).toBeUndefined()
  pass(0.5)
  expect(words()).toBe(3_000)
  pass(4)
  expect(words()).toBe(7_000)
  speak(0, 4)
  expect(words()).toBeUndefined()
  expect(states()).toEqual(['seen'])
})

test('a page that hangs is taken away, and the next one begins when its process has ended, under words until it speaks', () => {
  const { pages, at, arrive, pass, speak, words, states } = startShell()
  arrive(0)
  speak(0, 4)
  pages.hear(at(0), { kind: 'renew', start: 'age' })
  arrive(1)
  expect(states()).toEqual(['seen', 'waiting'])
  pass(19.5)
  expect(states()).toEqual(['seen', 'waiting'])
  pass(0.5)
  // What was to come next is in the process that hangs.
  expect(states()).toEqual(['removed', 'removed'])
  expect(words()).toBe(20_000)
  pass(9)
  pages.isGone(at(1))
  expect(states()).toEqual(['removed', 'removed'])
  pages.isGone(at(0))
  expect(states()).toEqual(['removed', 'removed', 'seen'])
  expect(at(2).start).toBe('fault')
  pass(0.5)
  expect(words()).toBe(29_500)
  // What is gone may still say a word.
  speak(0, 4)
  expect(words()).toBe(29_500)
  speak(2)
  expect(words()).toBeUndefined()
})

test('a successor that is on its way goes when a trouble begins, so that pictures come back alone; one that was begun in a trouble stays', () => {
  const { pages, at, speak, states } = startShell()
  speak(0, 4)
  pages.hear(at(0), { kind: 'renew', start: 'version' })
  speak(1)
  speak(0, 4)
  expect(states()).toEqual(['seen', 'waiting'])
  speak(0, 0, false, true)
  expect(states()).toEqual(['seen', 'removed'])
  expect(at(0).told).toContain('kept')
  pages.hear(at(0), { kind: 'renew', start: 'age' })
  speak(0, 0, false, true)
  speak(2, 4)
  expect(states()).toEqual(['behind', 'removed', 'seen'])
})

test('what has every page hang is taken away each time, and the shell says so again and again', () => {
  const { pages, at, arrive, pass, speak, words, states } = startShell()
  for (let page = 0; page < 5; page += 1) {
    arrive(page)
    speak(page, 4)
    expect(words()).toBeUndefined()
    pass(21)
    expect(words()).toBe(21_000)
    pages.isGone(at(page))
  }
  expect(states()).toEqual(['removed', 'removed', 'removed', 'removed', 'removed', 'seen'])
})

test('where nobody tells that the process of a page that hung has ended, another page is tried after a minute, again and again, under words', () => {
  const { pages, at, arrive, opened, pass, speak, words, states } = startShell()
  arrive(0)
  speak(0)
  pass(20 + 59.5)
  expect(opened).toHaveLength(1)
  pass(0.5)
  expect(states()).toEqual(['removed', 'seen'])
  // It has begun in the process that hangs, and says nothing.
  pass(60)
  expect(states()).toEqual(['removed', 'removed'])
  pass(60)
  expect(states()).toEqual(['removed', 'removed', 'seen'])
  expect(words()).toBe(200_000)
  speak(2)
  // It is told late, when another one is there.
  pages.isGone(at(0))
  expect(states()).toEqual(['removed', 'removed', 'seen'])
  expect(words()).toBeUndefined()
})

test('a page that begins when the process of one that hung has ended has two minutes and a half to load, and the one after it begins at once', () => {
  const { pages, at, arrive, pass, speak, states } = startShell()
  arrive(0)
  speak(0)
  pass(20)
  pages.isGone(at(0))
  pass(149.5)
  expect(states()).toEqual(['removed', 'seen'])
  pass(0.5)
  expect(states()).toEqual(['removed', 'removed', 'seen'])
})

test('a process that ends late is followed by a page at once, whether one that began in it is still there or was taken away as well', () => {
  const late = startShell()
  late.arrive(0)
  late.speak(0)
  late.pass(20 + 60 + 10)
  expect(late.states()).toEqual(['removed', 'seen'])
  late.pages.isGone(late.at(0))
  expect(late.states()).toEqual(['removed', 'removed', 'seen'])
  const later = startShell()
  later.arrive(0)
  later.speak(0)
  later.pass(20 + 60 + 60 + 1)
  expect(later.states()).toEqual(['removed', 'removed'])
  later.pages.isGone(later.at(0))
  expect(later.states()).toEqual(['removed', 'removed', 'seen'])
})

test('where a process that hangs never ends, the pages after the first have time to load, and then the shell is to be loaded anew', () => {
  const { at, arrive, opened, pass, speak, states, restarts } = startShell()
  arrive(0)
  speak(0)
  // It hangs, and so does the next one; the one after that loads slowly.
  pass(20 + 60 + 60 + 60)
  pass(149.5)
  expect(states()).toEqual(['removed', 'removed', 'seen'])
  pass(0.5 + 59.5)
  expect(states()).toEqual(['removed', 'removed', 'removed'])
  expect(restarts()).toBe(0)
  pass(0.5)
  expect(restarts()).toBe(1)
  // Where it may not be loaded anew, pages are tried as before.
  expect(at(3).state).toBe('seen')
  speak(3)
  pass(60, { 3: 0 })
  expect(opened).toHaveLength(4)
  expect(restarts()).toBe(1)
})

test('a page whose process ends is followed at once by one with a process of its own, but not again and again when each goes down as it starts', () => {
  const { pages, at, arrive, opened, pass, speak, words } = startShell()
  pass(5)
  speak(0, 4)
  pages.isGone(at(0))
  expect(words()).toBe(0)
  expect(at(1)).toMatchObject({ start: 'fault', state: 'seen' })
  arrive(1)
  speak(1)
  pages.isGone(at(1))
  expect(opened).toHaveLength(2)
  pass(19.5)
  expect(opened).toHaveLength(2)
  pass(0.5)
  expect(opened).toHaveLength(3)
  // A page that was lowered goes as it should.
  pages.isGone(at(0))
  expect(opened).toHaveLength(3)
})

test('a successor is shown when as many pictures move in it, and is given up after a minute and a half', () => {
  const { pages, at, pass, speak, states } = startShell()
  speak(0, 4)
  expect(at(0).told).toEqual(['shown'])
  pages.hear(at(0), { kind: 'renew', start: 'memory' })
  pages.hear(at(0), { kind: 'renew', start: 'memory' })
  speak(1, 3)
  speak(1, 4, false)
  expect(states()).toEqual(['seen', 'waiting'])
  pass(91, { 0: 4, 1: 3 })
  expect(states()).toEqual(['seen', 'removed'])
  expect(at(0).told.at(-1)).toBe('shown')
  expect(at(0).told).toContain('kept')
  pages.hear(at(0), { kind: 'renew', start: 'memory' })
  speak(2, 4)
  expect(states()).toEqual(['behind', 'removed', 'seen'])
  expect(at(2).told).toEqual(['shown'])
})

test('a page that never said anything has two minutes and a half to load; then another one is tried at once, and nobody says for how long none has answered', () => {
  const { opened, pass, words } = startShell()
  pass(149.5)
  expect(opened).toHaveLength(1)
  expect(words()).toBeUndefined()
  pass(0.5)
  expect(opened).toHaveLength(2)
  expect(words()).not.toBeUndefined()
  expect(Number.isFinite(words())).toBe(false)
})
