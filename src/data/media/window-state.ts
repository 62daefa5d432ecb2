import type { StreamFault } from '#contract/enums.ts'
import type { Limit } from './budgets.ts'

/** What a window shows instead of every picture of the stream that its size asks for, and what keeps it from more. */
export interface Less {
  shows: 'sub' | 'keys' | 'stills'
  limit: Limit
}

/** What a window of the wall is doing. Times in epoch ms of this machine. Only `playing` is live. */
export type WindowState =
  | { kind: 'empty' }
  /** After a pause the picture from before it is still there. */
  | { kind: 'connecting' }
  | { kind: 'playing'; less?: Less }
  /** The last picture stays; `sinceMs` is its time. */
  | { kind: 'stalled'; sinceMs: number }
  /** The page is hidden. */
  | { kind: 'paused' }
  /** The last picture stays, if there was one. The window goes on trying by itself. */
  | { kind: 'failed'; fault: StreamFault; sinceMs: number }
