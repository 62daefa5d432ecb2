import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clustersOf } from '#src/ui/map/geometry/cluster.ts'
import { angleReaching, handlesOf, pointTowards, sightPath, turned, wayTo } from '#src/ui/map/geometry/field-of-view.ts'
import { mapGround, pictureRect, planGround } from '#src/ui/map/geometry/ground.ts'
import { fromPx, pxPerMetre, roundLength, toPx, type MapFrame } from '#src/ui/map/geometry/mercator.ts'

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const point = fc.record({ x: double(-2_000, 2_000), y: double(-2_000, 2_000) })
const frames: fc.Arbitrary<MapFrame> = fc.record({
  center: fc.record({ latitude: double(-60, 60), longitude: double(-120, 120) }),
  zoom: double(4, 20),
  widthPx: fc.integer({ min: 200, max: 2_000 }),
  heightPx: fc.integer({ min: 200, max: 2_000 }),
})

describe('the world', () => {
  const rotterdam = { latitude: 51.9067, longitude: 4.4897 }

  test('has the middle of the frame at its middle, and its corners where the projection has them', () => {
    const frame = { center: rotterdam, zoom: 12, widthPx: 800, heightPx: 600 }
    expect(toPx(rotterdam, frame)).toEqual({ x: 400, y: 300 })
    const whole = { center: { latitude: 0, longitude: 0 }, zoom: 0, widthPx: 512, heightPx: 512 }
    expect(toPx({ latitude: 85.051129, longitude: -180 }, whole)).toEqual({ x: 0, y: expect.closeTo(0, 3) })
    // Rotterdam in the tiles of the web: 4/8/5 at zoom 4.
    const tile = toPx(rotterdam, { ...whole, zoom: 4, widthPx: 8_192, heightPx: 8_192 })
    expect([Math.floor(tile.x / 512), Math.floor(tile.y / 512)]).toEqual([8, 5])
  })

  test('gives back the place for every point of a frame', () => {
    fc.assert(
      fc.property(frames, double(0, 1), double(0, 1), (frame, x, y) => {
        const px = { x: x * frame.widthPx, y: y * frame.heightPx }
        const back = toPx(fromPx(px, frame), frame)
        expect(Math.hypot(back.x - px.x, back.y - px.y)).toBeLessThan(0.01)
      }),
    )
  })

  test('has metres that are longer towards the poles, and a way that is as long as it is', () => {
    expect(1 / pxPerMetre(0, 0)).toBeCloseTo(40_075_016.686 / 512, 3)
    expect(pxPerMetre(60, 10) / pxPerMetre(0, 10)).toBeCloseTo(2, 6)
    const frame = { center: rotterdam, zoom: 15, widthPx: 800, heightPx: 600 }
    // A thousandth of a degree to the north is 111.3 m on this sphere.
    const north = toPx({ ...rotterdam, latitude: rotterdam.latitude + 0.001 }, frame)
    expect((300 - north.y) / pxPerMetre(rotterdam.latitude, 15)).toBeCloseTo(111.3, 0)
    expect(mapGround(frame).pxPerRange({ x: 4, y: rotterdam.latitude })).toBe(pxPerMetre(rotterdam.latitude, 15))
  })

  test('has a scale of a round length that fits', () => {
    expect(roundLength(1, 120)).toEqual({ metres: 100, px: 100 })
    expect(roundLength(0.1, 120).metres).toBe(1_000)
    fc.assert(
      fc.property(double(0.000_01, 50), (pxOfMetre) => {
        const { metres, px } = roundLength(pxOfMetre, 120)
        expect(px > 120 / 2.51 && px <= 120.001).toBe(true)
        expect([1, 2, 5]).toContain(Math.round(metres / 10 ** Math.floor(Math.log10(metres * 1.000_001))))
      }),
    )
  })

  test('ends at its edge: nothing is placed beyond', () => {
    fc.assert(
      fc.property(frames, point, (frame, px) => {
        const { latitude, longitude } = fromPx({ x: px.x * 1_000, y: px.y * 1_000 }, frame)
        expect(Math.abs(latitude)).toBeLessThanOrEqual(85.06)
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
      }),
    )
  })
})

describe('a plan', () => {
  const side = fc.integer({ min: 1, max: 8_192 })
  const size = fc.record({ widthPx: side, heightPx: side })

  test('fits into its box with its own shape, in the middle, touching two sides', () => {
    fc.assert(
      fc.property(size, size, (picture, box) => {
        const { left, top, widthPx, heightPx } = pictureRect(picture, box)
        expect(widthPx / heightPx / (picture.widthPx / picture.heightPx)).toBeCloseTo(1, 6)
        expect(Math.min(left, top)).toBeCloseTo(0, 6)
        expect(left * 2 + widthPx).toBeCloseTo(box.widthPx, 6)
        expect(top * 2 + heightPx).toBeCloseTo(box.heightPx, 6)
      }),
    )
  })

  test('gives back the shares for every place on it, and nothing beyond it', () => {
    fc.assert(
      fc.property(size, double(0, 1), double(0, 1), point, (picture, x, y, px) => {
        const ground = planGround(
          pictureRect(picture, { widthPx: 900, heightPx: 600 }, { marginPx: 20, scale: 2, shift: { x: 30, y: -40 } }),
        )
        const back = ground.fromPx(ground.toPx({ x, y }))
        expect(back.x).toBeCloseTo(x, 6)
        expect(back.y).toBeCloseTo(y, 6)
        const anywhere = ground.fromPx(px)
        for (const share of [anywhere.x, anywhere.y]) expect(share >= 0 && share <= 1).toBe(true)
      }),
    )
  })
})

describe('what a camera sees', () => {
  test('points up at 0 and to the right at 90', () => {
    const at = { x: 10, y: 10 }
    expect(pointTowards(at, 0, 5)).toEqual({ x: 10, y: 5 })
    expect(pointTowards(at, 90, 5)).toEqual({ x: 15, y: expect.closeTo(10, 9) })
    expect(wayTo(at, { x: 5, y: 10 })).toEqual({ directionDeg: 270, px: 5 })
  })

  test('is turned by the handle ahead and opened by those at the sides, and comes back the same', () => {
    fc.assert(
      fc.property(point, double(0, 359.9), double(5, 359), double(1, 500), (at, directionDeg, angleDeg, rangePx) => {
        const { ahead, left, right } = handlesOf(at, { directionDeg, angleDeg, rangePx })
        const way = wayTo(at, ahead)
        const off = turned(way.directionDeg - directionDeg)
        expect(Math.min(off, 360 - off)).toBeLessThan(0.001)
        expect(way.px).toBeCloseTo(rangePx, 6)
        for (const handle of [left, right]) expect(angleReaching(at, directionDeg, handle)).toBeCloseTo(angleDeg, 3)
      }),
    )
  })

  test('is never narrower than a camera can be, nor wider than all around', () => {
    fc.assert(
      fc.property(point, double(0, 360), point, (at, directionDeg, pointer) => {
        const angleDeg = angleReaching(at, directionDeg, pointer)
        expect(angleDeg >= 5 && angleDeg <= 360).toBe(true)
      }),
    )
  })

  test('is drawn as a piece of a circle, beyond half of it the long way round, and all around as a circle', () => {
    const at = { x: 100, y: 100 }
    expect(sightPath(at, { directionDeg: 90, angleDeg: 90, rangePx: 50 })).toBe('M100 100L135.36 64.64A50 50 0 0 1 135.36 135.36Z')
    expect(sightPath(at, { directionDeg: 0, angleDeg: 270, rangePx: 50 })).toContain('A50 50 0 1 1')
    expect(sightPath(at, { directionDeg: 33, angleDeg: 360, rangePx: 50 })).toBe('M100 50A50 50 0 1 1 100 150A50 50 0 1 1 100 50Z')
  })
})

test('things are gathered by their nearness: each once, none far from the first of its cluster, and no two clusters begin close together', () => {
  const things = fc.array(fc.record({ id: fc.nat(), x: double(0, 500), y: double(0, 500) }), { maxLength: 60 })
  fc.assert(
    fc.property(things, double(1, 100), (list, radiusPx) => {
      const clusters = clustersOf(list, radiusPx)
      expect(clusters.flatMap(({ items }) => items).toSorted((one, other) => list.indexOf(one) - list.indexOf(other))).toEqual(list)
      const far = (one: { x: number; y: number }, other: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y)
      const firsts = clusters.map(({ items: [first] }) => first ?? expect.unreachable())
      for (const { items, x, y } of clusters) {
        for (const item of items) expect(far(item, items[0] ?? item) < radiusPx).toBe(true)
        expect(x).toBeCloseTo(items.reduce((sum, item) => sum + item.x, 0) / items.length, 6)
        expect(Number.isFinite(y)).toBe(true)
      }
      for (const [index, one] of firsts.entries())
        for (const other of firsts.slice(index + 1)) expect(far(one, other) >= radiusPx).toBe(true)
    }),
  )
})
