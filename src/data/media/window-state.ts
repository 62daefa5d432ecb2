import type { StreamFault } from '#contract/enums.ts'
import type { Pace } from '#contract/media.ts'

/** What a window of the wall is doing. Times in epoch ms of this machine. Only `playing` is live. */
export type WindowState =
  | { kind: 'empty' }
  /** After a pause the picture from before it is still there. */
  | { kind: 'connecting' }
  /** `pace` when the window shows less than every picture, since this machine could not decode them all. */
  | { kind: 'playing'; pace?: Exclude<Pace, 'all'> }
  /** The last picture stays; `sinceMs` is its time. */
  | { kind: 'stalled'; sinceMs: number }
  /** The page is hidden. */
  | { kind: 'paused' }
  /** The last picture stays, if there was one. The window goes on trying by itself. */
  | { kind: 'failed'; fault: StreamFault; sinceMs: number }
