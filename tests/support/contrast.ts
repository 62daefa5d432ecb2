import type { SKRSContext2D } from '@napi-rs/canvas'

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** How much the brightness differs within a place of a picture: its standard deviation, 0 to 127. */
export function contrastIn(context: SKRSContext2D, { x, y, width, height }: Place): number {
  const { data } = context.getImageData(x, y, width, height)
  let sum = 0
  let squares = 0
  for (let at = 0; at < data.length; at += 4) {
    const brightness = (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11
    sum += brightness
    squares += brightness * brightness
  }
  const count = data.length / 4
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
