import { expect, test } from 'vitest'
import { frameOf, panBy, wholePicture, within, zoomTo } from '#src/lib/zoom.ts'

/** A picture of 16:9 in a window that is higher: there are bars above and below it. */
const sizes = { window: { width: 400, height: 400 }, picture: { width: 400, height: 225 } }

/** Where a point of the picture is, from the middle of the window. */
function placeOf(view: { scale: number; x: number; y: number }, point: { x: number; y: number }) {
  return { x: (point.x - view.x) * sizes.picture.width * view.scale, y: (point.y - view.y) * sizes.picture.height * view.scale }
}

test('what is under the pointer stays there while one zooms in and out', () => {
  const at = { x: 60, y: -20 }
  const first = zoomTo(wholePicture, 4, at, sizes)
  const second = zoomTo(first, 6, { x: -100, y: 90 }, sizes)
  const under = { x: 0.5 + 60 / 400, y: 0.5 - 20 / 225 }
  expect(placeOf(first, under)).toEqual({ x: expect.closeTo(60), y: expect.closeTo(-20) })
  const back = zoomTo(second, 4, { x: -100, y: 90 }, sizes)
  expect(back).toEqual({ scale: 4, x: expect.closeTo(first.x), y: expect.closeTo(first.y) })
})

test('the picture never leaves the window where it could fill it, and stands in the middle where it cannot', () => {
  expect(within({ scale: 4, x: 1, y: -3 }, sizes)).toEqual({ scale: 4, x: 0.875, y: expect.closeTo(400 / (2 * 225 * 4)) })
  // 1.5 times as large it is still lower than the window.
  expect(within({ scale: 1.5, x: 0, y: 0 }, sizes)).toEqual({ scale: 1.5, x: expect.closeTo(1 / 3), y: 0.5 })
  expect(panBy({ scale: 4, x: 0.5, y: 0.5 }, { x: -10_000, y: 0 }, sizes).x).toBe(0.875)
})

test('it zooms between the whole picture and eight times', () => {
  expect(zoomTo(wholePicture, 100, { x: 0, y: 0 }, sizes).scale).toBe(8)
  expect(zoomTo({ scale: 4, x: 0.2, y: 0.8 }, 1.01, { x: 50, y: 50 }, sizes)).toEqual(wholePicture)
})

test('the map’s frame is the part that is seen', () => {
  expect(frameOf(wholePicture, sizes)).toEqual({ left: 0, top: 0, width: 1, height: 1 })
  expect(frameOf({ scale: 4, x: 0.5, y: 0.5 }, sizes)).toEqual({
    left: 0.375,
    top: expect.closeTo(0.5 - 400 / 1800),
    width: 0.25,
    height: expect.closeTo(400 / 900),
  })
})
