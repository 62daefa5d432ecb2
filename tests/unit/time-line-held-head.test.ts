import { expect, test } from 'vitest'
import { HeldHead } from '#src/ui/time-line/core/held-head.ts'

/** A press that is meant, of a playhead that was at 100. */
const pressed = { beforeMs: 100, isMeant: true }
/** One of which it is not known yet what it will be. */
const touched = { beforeMs: 100, isMeant: false }

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
  head.take(300, pressed)
  expect(told).toEqual(['seek 300'])
  expect(head.isHeld).toBe(true)
  head.move(300)
  head.drawn()
  head.release()
  expect(told).toEqual(['seek 300'])
  expect(head.isHeld).toBe(false)
})

test('of a playhead that is dragged the first moment is told at once, and of those before the next picture the newest with that', () => {
  const { head, told } = stand()
  head.take(300, pressed)
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
  head.take(300, pressed)
  for (const atMs of [310, 320, 300]) head.move(atMs)
  head.release()
  // What was to come with the next picture comes no more: it would lead away again.
  head.drawn()
  expect(told).toEqual(['seek 300', 'scrub 310', 'seek 300'])
})

test('a finger that touches the line leads nobody anywhere before it moves or is lifted', () => {
  const { head, told } = stand()
  head.take(300, touched)
  head.drawn()
  expect(told).toEqual([])
  head.release()
  expect(told.splice(0)).toEqual(['seek 300'])
  head.take(300, touched)
  head.move(310)
  expect(told.splice(0)).toEqual(['scrub 310'])
  head.release()
  expect(told).toEqual(['seek 310'])
})

test('a playhead that the hand loses on its way is led back to where it was before, once', () => {
  for (const press of [pressed, touched]) {
    const { head, told } = stand()
    head.take(300, press)
    for (const atMs of [310, 320]) head.move(atMs)
    told.splice(0)
    expect(head.lose()).toBe(100)
    head.drawn()
    expect(head.lose()).toBeUndefined()
    expect(told).toEqual(['seek 100'])
    expect(head.isHeld).toBe(false)
  }
})

test('a playhead that is lost after a press alone is led back if it was sought, and else stays untold', () => {
  const { head, told } = stand()
  head.take(300, pressed)
  expect(head.lose()).toBe(100)
  expect(told.splice(0)).toEqual(['seek 300', 'seek 100'])
  head.take(300, touched)
  expect(head.lose()).toBeUndefined()
  head.drawn()
  expect(told).toEqual([])
})
