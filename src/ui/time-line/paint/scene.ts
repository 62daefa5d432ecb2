import type { Events } from '../core/event-marks.ts'
import type { Part } from '../core/part.ts'
import type { Recorded } from '../core/segments.ts'
import type { View } from '../core/view.ts'
import type { Layout } from './layout.ts'
import type { Palette } from './palette.ts'

/** All that a picture of a time line shows. */
export interface Scene {
  view: View
  layout: Layout
  palette: Palette
  /** Pixels of the device to a CSS pixel. */
  ratio: number
  isCompact: boolean
  lanes: readonly Recorded[]
  events: Events | undefined
  part: Part
  /** Where the playhead is, and the moment under the pointer. */
  headMs: number
  pointerMs: number | undefined
  zone: string
  /** The viewer's own zone, where its clocks show another time. */
  ownZone: string | undefined
  locale: string
  font: string
}

export type Context = CanvasRenderingContext2D

/** On a pixel of the device, so that a line of one is sharp. */
export function sharp(px: number, { ratio }: Scene): number {
  return Math.round(px * ratio) / ratio
}
