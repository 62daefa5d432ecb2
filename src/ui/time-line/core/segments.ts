import { recordTypes, type RecordType } from '#contract/recorded-media.ts'
import { firstIndex, firstIndexNear } from './search.ts'
import { unionOf, type Spans } from './spans.ts'
import { spanMs, type View } from './view.ts'

/** A part of the past that was recorded, and why (rule 3.17). Epoch ms. */
export interface Segment {
  startMs: number
  endMs: number
  type: RecordType
}

/**
 * The types from what says least to what says most: where several share a pixel, the last of them is seen. A month on a thousand pixels shows
 * the minute in which somebody came over the fence.
 */
export const paintOrder = [
  'OTHER',
  'SCHEDULE',
  'MANUAL',
  'MOTION',
  'SMART_MOTION',
  'POS',
  'SENSOR',
  'PLATE',
  'PERIMETER',
] as const satisfies readonly RecordType[]

/** The segments of a camera, arranged once so that each picture of them costs what its pixels cost, however many there are. */
export interface Recorded {
  /** The same index as in `paintOrder`. */
  byType: readonly Spans[]
  /** Of any type. */
  any: Spans
}

/** Arranges the segments of a camera, which may overlap and come in any order. */
export function recordedOf(segments: readonly Segment[]): Recorded {
  const ordered = segments.toSorted((one, other) => one.startMs - other.startMs)
  return {
    byType: paintOrder.map((type) => unionOf(ordered.filter((segment) => segment.type === type))),
    any: unionOf(ordered),
  }
}

/** The types of which there is something, in the contract's order. */
export function typesOf(all: readonly Recorded[]): RecordType[] {
  return recordTypes.filter((type) => all.some(({ byType }) => (byType[paintOrder.indexOf(type)]?.starts.length ?? 0) > 0))
}

/**
 * The types that are seen in each of the pixels of the view, as one more than their index in `paintOrder`; 0 for nothing. A segment fills
 * every pixel that it has a part of, so that none is too short to be seen. `pixels`: one for each pixel of the device.
 */
export function fillPixels({ byType }: Recorded, view: View, pixels: Uint8Array): void {
  pixels.fill(0)
  const scale = pixels.length / spanMs(view)
  byType.forEach((spans, index) => fillOne(spans, view, scale, pixels, index + 1))
}

function fillOne({ starts, ends }: Spans, { fromMs }: View, scale: number, pixels: Uint8Array, value: number): void {
  const count = starts.length
  const endPx = (index: number) => Math.ceil(((ends[index] ?? 0) - fromMs) * scale)
  let index = firstIndex(0, count, (at) => endPx(at) > 0)
  while (index < count) {
    const startPx = Math.floor(((starts[index] ?? 0) - fromMs) * scale)
    if (startPx >= pixels.length) return
    const end = Math.min(endPx(index), pixels.length)
    pixels.fill(value, Math.max(0, startPx), end)
    // What ends within the pixel that was filled last shows nothing more: over it in steps that grow.
    index = firstIndexNear(index + 1, count, (at) => endPx(at) > end)
  }
}
