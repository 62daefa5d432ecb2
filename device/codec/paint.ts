import type { RestyleJob } from '#contract/codec-api.ts'
import { redactPlanes, type Planes } from '#shared/redaction/redact-planes.ts'
import { isDot, LETTER } from './letters.ts'

type Point = RestyleJob['masks'][number][number]

/** Rows of letters that a picture is high: letters are as large in each of its sizes. */
const LINES = 24
const [DARK, LIGHT, NO_COLOUR] = [16, 235, 128]

/** Makes a part of the picture black, by its corners. */
export function paintMasks(picture: Planes, masks: RestyleJob['masks']): void {
  redactPlanes(picture, masks.map(maskOf), 0)
}

function maskOf(corners: readonly Point[]) {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
  const within = (value: number, length: number) => (length > 0 ? value / length : 0)
  return {
    form: 'polygon',
    look: 'black',
    fromMs: 0,
    toMs: 0,
    moments: [{ atMs: 0, box: { x, y, width, height } }],
    corners: corners.map((corner) => ({ x: within(corner.x - x, width), y: within(corner.y - y, height) })),
  } as const
}

/** Writes a line of text, light on dark, into the upper left corner of a picture (`line` 0), or below it. */
export function paintText({ data, width, height }: Planes, text: string, line: number): void {
  const dot = dotSize(height)
  const [left, top] = [2 * dot, 2 * dot + line * (LETTER.rows + 2) * dot]
  const [right, bottom] = [
    Math.min(width, left + (text.length * LETTER.columns + 1) * dot),
    Math.min(height, top + (LETTER.rows + 2) * dot),
  ]
  for (let y = top; y < bottom; y += 1) {
    const row = Math.floor((y - top) / dot) - 1
    for (let x = left; x < right; x += 1) {
      const column = Math.floor((x - left) / dot) - 1
      data[y * width + x] = column >= 0 && row >= 0 && isDot(text, column, row) ? LIGHT : DARK
    }
  }
  const luma = width * height
  for (const start of [luma, luma + luma / 4]) {
    for (let y = top >> 1; y < bottom >> 1; y += 1)
      data.fill(NO_COLOUR, start + (y * width) / 2 + (left >> 1), start + (y * width) / 2 + (right >> 1))
  }
}

/** How many pixels a dot of a letter is wide and high; even wherever there is room for it, so that no colour runs into it. */
function dotSize(height: number): number {
  return Math.max(1, Math.round(height / LINES / LETTER.rows))
}
