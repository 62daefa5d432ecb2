import { expect, test } from 'vitest'
import { cropSquare, moveCrop } from '#src/lib/crop.ts'

const wide = { width: 400, height: 200 }
const middle = { zoom: 1, x: 0.5, y: 0.5 }

test('a picture is cropped in its middle first, as large as it fits', () => {
  expect(cropSquare(wide, middle)).toEqual({ left: 100, top: 0, side: 200 })
  expect(cropSquare(wide, { ...middle, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
})

test('the crop follows the hand, and stops at the edges of the picture', () => {
  // 10 pixels of a view of 100 are 20 of the picture.
  expect(cropSquare(wide, moveCrop(wide, middle, { x: 10, y: 10 }, 100))).toEqual({ left: 80, top: 0, side: 200 })
  const far = moveCrop(wide, middle, { x: -1_000, y: 0 }, 100)
  expect(cropSquare(wide, far)).toEqual({ left: 200, top: 0, side: 200 })
  // What was moved beyond the edge has not to be moved back.
  expect(cropSquare(wide, moveCrop(wide, far, { x: 10, y: 0 }, 100))).toEqual({ left: 180, top: 0, side: 200 })
})
