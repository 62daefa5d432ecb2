import type { Snapshot } from '#contract/core-api.ts'
import type { WindowStats } from '#contract/media-api.ts'
import type { WindowState } from '#src/data/media/window-state.ts'

/** Video windows in the hand of a test, on a page without the rest of the app. */
export interface Lab {
  /** Makes the wall; all windows are mounted and empty. */
  start(windows: number): void
  show(window: number, sn: string): void
  clear(window: number): void
  state(window: number): WindowState
  stats(window: number): WindowStats | undefined
  /** Every state that the window has been in, in order. */
  history(window: number): string[]
  /** The counter on the window's picture, read from its pixels. */
  read(window: number): number | undefined
  setPlugin(isLoaded: boolean): void
  /** Whether the service can be reached. */
  setReachable(isReachable: boolean): void
  /** How often the core was told that live video is watched. */
  activities(): number
  setHidden(isHidden: boolean): void
  snapshots(): Pick<Snapshot, 'sn' | 'takenAtMs'>[]
  /** First bytes of the last snapshot kept. */
  lastSnapshotHead(): number[]
}
