export interface Size {
  width: number
  height: number
}

/** How a picture is cropped to a square: `zoom` from 1 (as much as fits); the middle as a share of width and height, from 0 to 1. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

/** The part of a picture, in its own pixels, that the crop shows: a square that lies within the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom)
  const within = (middle: number, length: number) => Math.min(Math.max(middle * length - side / 2, 0), length - side)
  return { left: within(x, width), top: within(y, height), side }
}

/** The crop after its picture was moved by so many pixels of a view of `viewSide` pixels; it stops at the edges of the picture. */
export function moveCrop(size: Size, crop: Crop, move: { x: number; y: number }, viewSide: number): Crop {
  const { left, top, side } = cropSquare(size, crop)
  const scale = side / viewSide
  const moved = { zoom: crop.zoom, x: (left + side / 2 - move.x * scale) / size.width, y: (top + side / 2 - move.y * scale) / size.height }
  const shown = cropSquare(size, moved)
  return { zoom: crop.zoom, x: (shown.left + side / 2) / size.width, y: (shown.top + side / 2) / size.height }
}
