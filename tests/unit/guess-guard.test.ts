import { expect, test } from 'vitest'
import { GuessGuard, type Guesser } from '#server/access/guess-guard.ts'

const MINUTE_MS = 60_000
const limits = { each: { calls: 5, perMs: 5 * MINUTE_MS }, all: 20, most: 40 }

/** How many guesses this one has before they are stopped, of twenty. */
function guess(guard: GuessGuard, key: string, among?: string): number {
  const guesser = { key, ...(among === undefined ? {} : { among }) }
  for (let count = 0; count < 20; count += 1) {
    try {
      guard.begin('the gate', guesser)
    } catch {
      return count
    }
  }
  return 20
}

test('whoever guesses is stopped after their share, and has it again when its time is over', () => {
  let nowMs = 0
  const guard = new GuessGuard(() => nowMs, limits)
  expect(guess(guard, 'a stranger')).toBe(5)
  expect(guess(guard, 'the owner')).toBe(5)
  nowMs = 5 * MINUTE_MS
  expect(guess(guard, 'a stranger')).toBe(5)
})

test('many strangers together slow everybody down to one try each, and lock nobody out', () => {
  let nowMs = 0
  const guard = new GuessGuard(() => nowMs, limits)
  for (const stranger of ['a', 'b', 'c', 'd']) expect(guess(guard, stranger)).toBe(5)
  for (const stranger of ['e', 'f', 'g', 'the owner']) expect(guess(guard, stranger)).toBe(1)
  // Whoever knows it has one try, which is right, again and again.
  for (let count = 0; count < 10; count += 1) {
    guard.begin('the gate', { key: 'who knows it' })
    guard.wasRight('the gate', { key: 'who knows it' })
  }
  expect(() => guard.begin('another gate', { key: 'a' })).not.toThrow()
  nowMs = 5 * MINUTE_MS
  expect(guess(guard, 'h')).toBe(5)
})

test('guesses that were right count for nobody', () => {
  const guard = new GuessGuard(() => 0, limits)
  for (let count = 0; count < 30; count += 1) {
    guard.begin('the gate', { key: 'the owner' })
    guard.wasRight('the gate', { key: 'the owner' })
  }
  expect(guess(guard, 'a stranger')).toBe(5)
})

test('beside many strangers one network has no more tries than one guesser, however many parts it has', () => {
  const guard = new GuessGuard(() => 0, limits)
  for (const stranger of ['a', 'b', 'c', 'd']) expect(guess(guard, stranger)).toBe(5)
  const parts = Array.from({ length: 20 }, (_, part) => guess(guard, `part ${part}`, 'one network'))
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(guess(guard, 'the owner', 'another network')).toBe(1)
})

test('strangers from everywhere find no short secret: there is an end to their guesses, for some minutes', () => {
  let nowMs = 0
  const guard = new GuessGuard(() => nowMs, limits)
  const guesses = Array.from({ length: 100 }, (_, stranger) => guess(guard, `stranger ${stranger}`, `network ${stranger}`))
  expect(guesses.reduce((sum, count) => sum + count, 0)).toBe(40)
  nowMs = 5 * MINUTE_MS
  expect(guess(guard, 'the owner')).toBe(5)
})

/** Guesses that take a while to be looked at, and are all made at once: how many of them were looked at. */
async function guessAtOnce(guard: GuessGuard, guessers: readonly Guesser[], isRight = false): Promise<number> {
  let looked = 0
  const look = async () => {
    looked += 1
    await new Promise((resolve) => setImmediate(resolve))
    return isRight
  }
  await Promise.allSettled(guessers.map((guesser) => guard.look('the gate', guesser, look)))
  return looked
}

test('fifty guesses at once are no more than one after the other, from one place or from everywhere', async () => {
  const guard = () => new GuessGuard(() => 0, limits)
  const fifty = Array.from({ length: 50 }, (_, part) => part)
  expect(
    await guessAtOnce(
      guard(),
      fifty.map(() => ({ key: 'a stranger' })),
    ),
  ).toBe(5)
  expect(
    await guessAtOnce(
      guard(),
      fifty.map((part) => ({ key: `stranger ${part}` })),
    ),
  ).toBe(40)
  const flooded = guard()
  for (const stranger of ['a', 'b', 'c', 'd']) expect(guess(flooded, stranger)).toBe(5)
  expect(
    await guessAtOnce(
      flooded,
      fifty.map((part) => ({ key: `part ${part}`, among: 'one network' })),
    ),
  ).toBe(5)
})

test('whoever knows it may say it fifty times at once, beside many strangers too', async () => {
  const guard = new GuessGuard(() => 0, limits)
  for (const stranger of ['a', 'b', 'c', 'd']) expect(guess(guard, stranger)).toBe(5)
  const owner = Array.from({ length: 50 }, () => ({ key: 'the owner', among: 'a network' }))
  expect(await guessAtOnce(guard, owner, true)).toBe(50)
})

test('a guess that could not be looked at counts for nobody', async () => {
  const guard = new GuessGuard(() => 0, limits)
  const fails = () => guard.look('the gate', { key: 'the owner' }, () => Promise.reject(new Error('no memory')))
  for (let count = 0; count < 20; count += 1) await expect(fails()).rejects.toThrow('no memory')
  expect(guess(guard, 'the owner')).toBe(5)
})
