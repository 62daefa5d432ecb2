import type { StreamKind } from '#contract/enums.ts'

/** Above this height of a window, in device pixels, the sub stream looks coarse. */
const MAIN_ABOVE_PX = 400
/** A window that has the main stream keeps it down to here, so that one dragged about the limit does not switch to and fro. */
const SUB_UP_TO_PX = 360

/** The stream for a window of this height in device pixels. `chosen`: what its size chose last, if anything. */
export function chooseStream(heightPx: number, chosen: StreamKind | undefined): StreamKind {
  return heightPx > (chosen === 'main' ? SUB_UP_TO_PX : MAIN_ABOVE_PX) ? 'main' : 'sub'
}
