import type { Pace } from '#contract/media.ts'
import type { PlayMode } from '#contract/plugin/play-mode.ts'

/** Tells the plugin how its windows play, each time that this changes: every picture, unless it is told otherwise, or key frames alone (rule 4.13). */
export class PlayModes {
  readonly #tell: (window: { winIndex: number; playMode: PlayMode }) => Promise<unknown>
  readonly #told = new Map<number, PlayMode>()

  /** `tell` rejects when the plugin does not have the window. */
  constructor(tell: (window: { winIndex: number; playMode: PlayMode }) => Promise<unknown>) {
    this.#tell = tell
  }

  /** The plugin has begun the window, perhaps anew: it plays every picture. */
  begin(winIndex: number, pace: Pace): void {
    this.#told.delete(winIndex)
    this.follow(winIndex, pace)
  }

  follow(winIndex: number, pace: Pace): void {
    const playMode = pace === 'all' ? 'videoPlay' : 'keyFramePlay'
    if (playMode === (this.#told.get(winIndex) ?? 'videoPlay')) return
    this.#told.set(winIndex, playMode)
    // A window that is not there, or not yet, is told when it begins.
    this.#tell({ winIndex, playMode }).catch(() => this.#told.delete(winIndex))
  }
}
