import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { motionOf } from '#src/features/ptz/gamepad-motion.ts'
import { reordered } from '#src/features/ptz/reorder.ts'

/** A gamepad with its sticks here, and its triggers pressed so far. */
const pad = (axes: number[], triggers: [number, number] = [0, 0]) => ({
  axes,
  buttons: Array.from({ length: 8 }, (_, index) => ({ value: triggers[index - 6] ?? 0 })),
})

describe('a gamepad', () => {
  it.each([
    [pad([1, 0, 0, 0]), { pan: 1, tilt: 0, zoom: 0 }],
    [pad([0, -1, 0, 0]), { pan: 0, tilt: 1, zoom: 0 }],
    [pad([-0.52, 0.5, 0, 0]), { pan: -0.5, tilt: -0.5, zoom: 0 }],
    [pad([0, 0, 0, -1]), { pan: 0, tilt: 0, zoom: 1 }],
    [pad([0, 0, 0, 0], [0, 1]), { pan: 0, tilt: 0, zoom: 1 }],
    [pad([0, 0, 0, 0], [1, 0]), { pan: 0, tilt: 0, zoom: -1 }],
  ])('with %o asks for %o', (held, motion) => {
    expect(motionOf(held)).toEqual(motion)
  })

  it('whose sticks stand a little beside their middle asks for nothing', () => {
    expect(motionOf(pad([0.1, -0.12, 0, 0.17]))).toBeUndefined()
    expect(motionOf({ axes: [], buttons: [] })).toBeUndefined()
  })
})

describe('a stop of a cruise that is dragged', () => {
  it('goes where it is dropped, and the others keep their order', () => {
    expect(reordered(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(reordered(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(20), fc.nat(20), (list, from, to) => {
        const next = reordered(list, from, to)
        const isWithin = from < list.length && to < list.length
        if (!isWithin) return next === list
        const thing = list[from]
        const others = (all: readonly number[]) => all.filter((one) => one !== thing).join(' ')
        return next[to] === thing && others(next) === others(list)
      }),
    )
  })

  it('has nowhere to go beyond the ends', () => {
    const list = ['a', 'b']
    expect(reordered(list, 0, -1)).toBe(list)
    expect(reordered(list, 1, 2)).toBe(list)
  })
})
