/** Above this height of a window, in device pixels, the sub stream looks coarse. */
const MAIN_ABOVE_PX = 400
/** A window that has the main stream keeps it down to here, so that one dragged about the limit does not switch to and fro. */
const SUB_UP_TO_PX = 360

/** The stream for a window of this height in device pixels. `now`: the one that it shows, or that its size chose last, if any. */
export function streamBySize(heightPx: number, now: 'main' | 'sub' | undefined): 'main' | 'sub' {
  return heightPx > (now === 'main' ? SUB_UP_TO_PX : MAIN_ABOVE_PX) ? 'main' : 'sub'
}
