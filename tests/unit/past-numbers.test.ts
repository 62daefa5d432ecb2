import { expect, test } from 'vitest'
import { BESIDE_WINDOW, FIRST_PART_WINDOW } from '#contract/plugin/window-numbers.ts'
import { isOfPast, PastNumbers, pastNumbers } from '#workers/media/past/past-numbers.ts'

test('what the plugin shows live beside the wall, as a camera on the map, is not taken for a part of the past', () => {
  expect(isOfPast('plugin', BESIDE_WINDOW)).toBe(false)
  for (const part of [FIRST_PART_WINDOW, BESIDE_WINDOW - 1]) expect(isOfPast('plugin', part)).toBe(true)
  expect(isOfPast('plugin', FIRST_PART_WINDOW - 1)).toBe(false)
  for (const [channel, isPast] of [
    [0x7fff, false],
    [0x8000, true],
    [0xffff, true],
  ] as const)
    expect(isOfPast('relay', channel)).toBe(isPast)
})

test('a number that is in use is passed over, and none is used again before all others of its way', () => {
  const { first, count } = pastNumbers.plugin
  const numbers = new PastNumbers((number) => number === first + 3)
  const round = Array.from({ length: count - 1 }, () => numbers.next('plugin'))
  expect(new Set(round).size).toBe(count - 1)
  expect(round).not.toContain(first + 3)
  expect(round.every((number) => isOfPast('plugin', number))).toBe(true)
  expect(numbers.next('plugin')).toBe(round[0])
  // Those of the other way are counted by themselves.
  expect(numbers.next('relay')).toBe(pastNumbers.relay.first + 1)
})
