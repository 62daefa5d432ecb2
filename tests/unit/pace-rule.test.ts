import { expect, test } from 'vitest'
import { STILL_MS } from '#contract/media.ts'
import { PaceRule } from '#shared/media/pace-rule.ts'

const PICTURE_MS = 100
const GROUP = 20

/** Which of the pictures of a stream pass, with a key frame each two seconds. */
function passing(rule: PaceRule, from: number, to: number): number[] {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  return numbers.filter((number) => rule.takes(number % GROUP === 0, number * PICTURE_MS))
}

test('key frames alone pass, and after that all from the next key frame on', () => {
  const rule = new PaceRule(STILL_MS)
  expect(passing(rule, 0, 3)).toEqual([0, 1, 2])
  rule.pace = 'keys'
  expect(passing(rule, 3, 50)).toEqual([20, 40])
  rule.pace = 'all'
  expect(passing(rule, 50, 63)).toEqual([60, 61, 62])
})

test('the first key frame of another stream passes, however soon after a still of the one before', () => {
  const rule = new PaceRule(STILL_MS)
  rule.pace = 'stills'
  expect(rule.takes(true, 0)).toBe(true)
  expect(rule.takes(true, 1_000)).toBe(false)
  rule.begin()
  expect([rule.takes(false, 1_100), rule.takes(true, 1_200), rule.takes(true, 6_100), rule.takes(true, 6_200)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('stills are key frames at least five seconds apart', () => {
  const rule = new PaceRule(STILL_MS)
  rule.pace = 'stills'
  const stills = passing(rule, 0, 400)
  expect(stills.length).toBeGreaterThan(5)
  for (const [index, number] of stills.entries()) {
    expect(number % GROUP).toBe(0)
    if (index > 0) expect((number - (stills[index - 1] ?? 0)) * PICTURE_MS).toBeGreaterThanOrEqual(STILL_MS)
  }
})
