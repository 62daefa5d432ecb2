import * as z from 'zod/mini'

const share = z.number().check(z.minimum(0), z.maximum(1))

/** Where something is in a picture: its upper left corner and its size, as shares of the picture's width and height. */
export const objectBox = z
  .object({ x: share, y: share, width: share, height: share })
  .check(z.refine(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001))
export type ObjectBox = z.output<typeof objectBox>
