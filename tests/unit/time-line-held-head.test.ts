import { expect, test } from 'vitest'
import { HeldHead } from '#src/ui/time-line/core/held-head.ts'

/** A playhead, and what was told of it in its order. */
function stand() {
  const told: string[] = []
  const head = new HeldHead(() => ({
    onSeek: (atMs) => told.push(`seek ${atMs}`),
    onScrub: (atMs) => told.push(`scrub ${atMs}`),
  }))
  return { head, told }
}

test('who presses where the playhead is to be is led there as they press, and not once more as they let go', () => {
  const { head, told } = stand()
  head.take(300)
  expect(told).toEqual(['seek 300'])
  expect(head.isHeld).toBe(true)
  head.move(300)
  head.drawn()
  head.end(true)
  expect(told).toEqual(['seek 300'])
  expect(head.isHeld).toBe(false)
})

test('of a playhead that is dragged the first moment is told at once, and of those before the next picture the newest with that', () => {
  const { head, told } = stand()
  head.take(300)
  for (const atMs of [310, 320, 330]) head.move(atMs)
  expect(told.splice(0)).toEqual(['seek 300', 'scrub 310'])
  head.drawn()
  expect(told.splice(0)).toEqual(['scrub 330'])
  // There was a picture since, and nothing was told in between.
  head.drawn()
  head.move(340)
  expect(told).toEqual(['scrub 340'])
})

test('where a playhead was let go is sought, also where it was taken, once it has been elsewhere', () => {
  const { head, told } = stand()
  head.take(300)
  for (const atMs of [310, 320, 300]) head.move(atMs)
  head.end(true)
  // What was to come with the next picture comes no more: it would lead away again.
  head.drawn()
  expect(told).toEqual(['seek 300', 'scrub 310', 'seek 300'])
})

test('a playhead that the hand loses is sought nowhere', () => {
  const { head, told } = stand()
  head.take(300)
  for (const atMs of [310, 320]) head.move(atMs)
  head.end(false)
  head.drawn()
  expect(told).toEqual(['seek 300', 'scrub 310'])
  expect(head.isHeld).toBe(false)
})
