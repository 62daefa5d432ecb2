import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrowsOf,
  boxOf,
  cornersOf,
  inTheMiddle,
  moved,
  sized,
  withCorner,
  withCornerAfter,
  withoutCorner,
  type Shape,
} from '../../src/ui/drawing/shape.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const point = fc.record({ x: share, y: share })
const step = fc.record({ x: fc.double({ min: -2, max: 2, noNaN: true }), y: fc.double({ min: -2, max: 2, noNaN: true }) })
const polygon: fc.Arbitrary<Shape> = fc
  .array(point, { minLength: 3, maxLength: 12 })
  .map((points) => ({ form: 'polygon' as const, points }))
  .filter((shape) => boxOf(shape).width > 0.05 && boxOf(shape).height > 0.05)
const anything = fc.oneof(polygon, fc.constant(inTheMiddle('rectangle')), fc.constant(inTheMiddle('ellipse')))

function isInside(shape: Shape): boolean {
  return cornersOf(shape).every(({ x, y }) => x >= -1e-9 && y >= -1e-9 && x <= 1 + 1e-9 && y <= 1 + 1e-9)
}

describe('a shape over a picture', () => {
  test('stays inside it, and as large as it was, however far it is moved', () => {
    fc.assert(
      fc.property(anything, step, (shape, by) => {
        const next = moved(shape, by)
        expect(isInside(next)).toBe(true)
        expect(boxOf(next).width).toBeCloseTo(boxOf(shape).width, 6)
        expect(boxOf(next).height).toBeCloseTo(boxOf(shape).height, 6)
      }),
    )
  })

  test('is never too small to be taken hold of', () => {
    fc.assert(
      fc.property(anything, step, (shape, by) => {
        const { width, height } = boxOf(sized(shape, by))
        expect(Math.min(width, height)).toBeGreaterThan(0.019)
        expect(isInside(sized(shape, by))).toBe(true)
      }),
    )
  })

  test('with a corner dragged elsewhere has its other corners where they were', () => {
    const bent = withCorner(inTheMiddle('polygon'), 1, { x: 2, y: 0.1 })
    expect(cornersOf(bent)).toEqual([
      { x: 0.4, y: 0.35 },
      { x: 1, y: 0.1 },
      { x: expect.closeTo(0.6), y: expect.closeTo(0.65) },
      { x: 0.4, y: expect.closeTo(0.65) },
    ])
    const box = withCorner(inTheMiddle('rectangle'), 0, { x: 0.1, y: 0.2 })
    expect(boxOf(box)).toEqual({ x: 0.1, y: 0.2, width: expect.closeTo(0.5), height: expect.closeTo(0.45) })
  })

  test('that is a polygon gets corners halfway, and keeps three', () => {
    const more = withCornerAfter(inTheMiddle('polygon'), 3)
    expect(cornersOf(more)[4]).toEqual({ x: 0.4, y: expect.closeTo(0.5) })
    const fewest = [0, 0, 0, 0].reduce<Shape>((shape) => withoutCorner(shape, 0), more)
    expect(cornersOf(fewest)).toHaveLength(3)
  })

  test('that is a line has its ends alone, and arrows to the sides on which it is crossed', () => {
    const line = inTheMiddle('line')
    if (line.form !== 'line') throw new Error('no line')
    expect(cornersOf(withCorner(line, 1, { x: 0.9, y: 0.2 }))).toEqual([
      { x: 0.3, y: 0.5 },
      { x: 0.9, y: 0.2 },
    ])
    // It goes to the right: its left is up.
    const tips = (arrow: 'both' | 'to-left' | 'to-right') => arrowsOf({ ...line, arrow }, 16 / 9).map(({ to }) => Math.sign(to.y - 0.5))
    expect(tips('to-left')).toEqual([-1])
    expect(tips('to-right')).toEqual([1])
    expect(tips('both')).toEqual([-1, 1])
  })
})
