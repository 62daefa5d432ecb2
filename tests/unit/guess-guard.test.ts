import { expect, test } from 'vitest'
import { GuessGuard } from '#server/access/guess-guard.ts'

const MINUTE_MS = 60_000
const limits = { each: { calls: 5, perMs: 5 * MINUTE_MS }, all: 20 }

/** How many guesses this one has before they are stopped, of twenty. */
function guess(guard: GuessGuard, guesser: string): number {
  for (let count = 0; count < 20; count += 1) {
    try {
      guard.require('the gate', guesser)
    } catch {
      return count
    }
    guard.add('the gate', guesser)
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
    guard.require('the gate', 'who knows it')
    guard.add('the gate', 'who knows it')
    guard.wasRight('the gate', 'who knows it')
  }
  expect(() => guard.require('another gate', 'a')).not.toThrow()
  nowMs = 5 * MINUTE_MS
  expect(guess(guard, 'h')).toBe(5)
})

test('guesses that were right count for nobody', () => {
  const guard = new GuessGuard(() => 0, limits)
  for (let count = 0; count < 30; count += 1) {
    guard.add('the gate', 'the owner')
    guard.wasRight('the gate', 'the owner')
  }
  expect(guess(guard, 'a stranger')).toBe(5)
})
