import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactionArea, redactionAreas, redactionForms, redactionLimits, type RedactionArea } from '#contract/redaction.ts'
import { boxAt, coverOf, type Box } from '#shared/redaction/area-at.ts'
import { redactPlanes } from '#shared/redaction/redact-planes.ts'
import { deep } from '#tests/support/depth.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const boxes: fc.Arbitrary<Box> = fc
  .tuple(number(0, 0.9), number(0, 0.9), number(0.02, 1), number(0.02, 1))
  .map(([x, y, width, height]) => ({ x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }))
const corners = fc.array(fc.record({ x: number(0, 1), y: number(0, 1) }), { minLength: 3, maxLength: 8 })
const areas: fc.Arbitrary<RedactionArea> = fc
  .record({
    form: fc.constantFrom(...redactionForms),
    look: fc.constantFrom('blur' as const, 'black' as const),
    times: fc.uniqueArray(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 8 }),
    ends: fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 60_000 })),
    seen: fc.array(boxes, { minLength: 8, maxLength: 8 }),
    corners,
  })
  .map(({ form, look, times, ends, seen, corners }) => ({
    form,
    look,
    fromMs: Math.min(...ends),
    toMs: Math.max(...ends),
    moments: times
      .toSorted((one, other) => one - other)
      .map((atMs, index) => ({ atMs, box: seen[index] ?? { x: 0, y: 0, width: 1, height: 1 } })),
    ...(form === 'polygon' && { corners }),
  }))
const runs = { numRuns: deep(2_000, 200) }

describe('where an area is', () => {
  test('it is in the picture at every time, between what was drawn before and after, and nowhere outside its time', () => {
    fc.assert(
      fc.property(areas, number(-1_000, 62_000), (area, atMs) => {
        expect(redactionArea.safeParse(area).success).toBe(true)
        const box = boxAt(area, atMs)
        if (atMs < area.fromMs - 100 || atMs > area.toMs + 100) {
          expect(box).toBeUndefined()
          return
        }
        if (box === undefined) throw new Error('An area is missing within its time')
        const { moments } = area
        const before = moments.findLast((moment) => moment.atMs <= atMs) ?? moments[0]
        const after = moments.find((moment) => moment.atMs >= atMs) ?? moments.at(-1)
        for (const side of ['x', 'y', 'width', 'height'] as const) {
          const ends = [before?.box[side] ?? 0, after?.box[side] ?? 0]
          expect(box[side]).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-9)
          expect(box[side]).toBeLessThanOrEqual(Math.max(...ends) + 1e-9)
        }
        expect(box.x + box.width).toBeLessThanOrEqual(1.000_001)
        expect(box.y + box.height).toBeLessThanOrEqual(1.000_001)
      }),
      runs,
    )
  })

  test('at a moment that was drawn it is where it was drawn, and half way it is in the middle', () => {
    fc.assert(
      fc.property(boxes, boxes, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (one, other, atMs, lengthMs) => {
        const moments = [
          { atMs, box: one },
          { atMs: atMs + lengthMs, box: other },
        ]
        const area = { form: 'rectangle', look: 'blur', fromMs: atMs, toMs: atMs + lengthMs, moments } as const
        expect(boxAt(area, atMs)).toEqual(one)
        expect(boxAt(area, atMs + lengthMs)?.x).toBeCloseTo(other.x, 9)
        expect(boxAt(area, atMs + lengthMs / 2)?.x).toBeCloseTo((one.x + other.x) / 2, 9)
      }),
      runs,
    )
  })

  test('what is not in order, has no end or too many moments is refused', () => {
    const box = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const good = { form: 'rectangle', look: 'blur', fromMs: 0, toMs: 9, moments: [{ atMs: 0, box }] }
    const isTaken = (changes: object) => redactionArea.safeParse({ ...good, ...changes }).success
    expect(isTaken({})).toBe(true)
    const twice = [
      { atMs: 5, box },
      { atMs: 5, box },
    ]
    expect([isTaken({ moments: twice }), isTaken({ moments: [] }), isTaken({ fromMs: 10 }), isTaken({ form: 'polygon' })]).toEqual([
      false,
      false,
      false,
      false,
    ])
    const many = { ...good, moments: Array.from({ length: redactionLimits.moments }, (_, atMs) => ({ atMs, box })) }
    expect([redactionAreas.safeParse([many]).success, redactionAreas.safeParse([many, good]).success]).toEqual([true, false])
  })
})

const SIZE = { width: 160, height: 96 }

/** A picture of which no two neighbours are alike. */
function noise(seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: (SIZE.width * SIZE.height * 3) / 2 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return 16 + ((state >>> 16) % 220)
  })
}

/** Whether a point of the drawn shape itself, without any margin, is in it: the rule of the shape written a second time. */
function isDrawn(area: RedactionArea, box: Box, x: number, y: number): boolean {
  const [u, v] = [(x / SIZE.width - box.x) / box.width, (y / SIZE.height - box.y) / box.height]
  if (u < 0 || u > 1 || v < 0 || v > 1) return false
  if (area.form === 'rectangle') return true
  if (area.form === 'ellipse') return (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25
  const points = area.corners ?? []
  const crossings = points.filter((to, index) => {
    const from = points.at(index - 1) ?? to
    return from.y > v !== to.y > v && u < from.x + ((v - from.y) / (to.y - from.y)) * (to.x - from.x)
  })
  return crossings.length % 2 === 1
}

describe('what is covered', () => {
  test('every pixel of what was drawn is, in all three planes, and nothing beyond the margin', () => {
    fc.assert(
      fc.property(areas, fc.integer({ min: 1, max: 1e6 }), (area, seed) => {
        const atMs = area.fromMs
        const box = boxAt(area, atMs)
        if (box === undefined) throw new Error('The area is not there')
        const before = noise(seed)
        const data = new Uint8Array(before)
        redactPlanes({ data, ...SIZE }, [{ ...area, look: 'black' }], atMs)
        const cover = coverOf(area, box, SIZE)
        const chroma = SIZE.width * SIZE.height
        for (let y = 0; y < SIZE.height; y += 1) {
          for (let x = 0; x < SIZE.width; x += 1) {
            const isBlack = data[y * SIZE.width + x] === 16 && data[chroma + (y >> 1) * (SIZE.width / 2) + (x >> 1)] === 128
            if (isDrawn(area, box, x + 0.5, y + 0.5) && !isBlack) throw new Error(`uncovered: ${x} ${y}`)
            const isFar = x < cover.left || y < cover.top || x >= cover.right || y >= cover.bottom
            if (isFar && data[y * SIZE.width + x] !== before[y * SIZE.width + x]) throw new Error(`changed outside: ${x} ${y}`)
          }
        }
      }),
      { numRuns: deep(400, 40) },
    )
  })

  test('of a blurred area a few spots of colour stay, whatever the details were: two pictures of the same spots become one', () => {
    const area = {
      form: 'rectangle',
      look: 'blur',
      fromMs: 0,
      toMs: 0,
      moments: [{ atMs: 0, box: { x: 0.2, y: 0.2, width: 0.5, height: 0.5 } }],
    } as const
    const one = noise(7)
    const other = new Uint8Array(one)
    // Neighbours change places: every detail is another, every spot is the same.
    for (let y = 30; y < 50; y += 1) {
      for (let x = 50; x < 90; x += 2) {
        const at = y * SIZE.width + x
        if (x % 4 === 2) [other[at], other[at + 1]] = [one[at + 1] ?? 0, one[at] ?? 0]
      }
    }
    expect(Buffer.compare(one, other)).not.toBe(0)
    for (const data of [one, other]) redactPlanes({ data, ...SIZE }, [area], 0)
    const inside = (data: Uint8Array) =>
      Array.from({ length: 20 }, (_, row) => Array.from(data.subarray((30 + row) * SIZE.width + 50, (30 + row) * SIZE.width + 90)))
    const apart = inside(one).flatMap((row, y) => row.map((value, x) => Math.abs(value - (inside(other)[y]?.[x] ?? 0))))
    // A spot's mean may fall to one step or its neighbour.
    expect(Math.max(...apart)).toBeLessThanOrEqual(12)
    const values = inside(one).flat()
    const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)))
    expect(steps.filter((step, index) => (index + 1) % 40 !== 0 && step > 12)).toEqual([])
  })
})
