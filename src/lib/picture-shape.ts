import type { CSSProperties } from 'react'
import type { StreamCaps } from '#contract/stream-caps.ts'
import type { PictureShape } from '#contract/enums.ts'

/** Shapes that a picture is pulled into, width over height. */
const forced: Partial<Record<PictureShape, number>> = { '4:3': 4 / 3, '16:9': 16 / 9 }
const USUAL_RATIO = 16 / 9

/** The camera's largest picture, in its own pixels; nothing where it has not said its size. */
export function largestOf(streams: readonly StreamCaps[]): StreamCaps | undefined {
  return streams.filter(({ width, height }) => width > 0 && height > 0).toSorted((one, other) => other.width - one.width)[0]
}

/** The camera's own shape, as far as it has told its size. */
function ratioOf(streams: readonly StreamCaps[]): number {
  const largest = largestOf(streams)
  return largest ? largest.width / largest.height : USUAL_RATIO
}

/** The shape of a window, width over height, that has a picture in it and nothing else; undefined where the picture takes whatever the window has. */
export function windowRatio(shape: PictureShape | undefined, streams: readonly StreamCaps[]): number | undefined {
  if (shape === 'fill' || shape === 'stretch' || shape === 'original') return undefined
  return (shape && forced[shape]) ?? ratioOf(streams)
}

/**
 * Where a picture of this ratio (width over height) stands in its window, before anybody zooms: as large as its box, which is in the middle
 * of the window and may be larger. `original` has the pixels of the largest stream on those of the screen.
 */
export function boxOf(shape: PictureShape, shown: number | undefined, streams: readonly StreamCaps[]): CSSProperties {
  const largest = largestOf(streams)
  const ratio = forced[shape] ?? shown ?? ratioOf(streams)
  switch (shape) {
    case 'stretch':
      return { width: '100cqw', height: '100cqh' }
    case 'fill':
      return { width: `max(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }
    case 'original':
      if (largest) return { width: largest.width / devicePixelRatio, aspectRatio: ratio }
  }
  return { width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }
}
