/** Live units that may wait in a decoder; with one more than this the window falls behind. */
export const MOST_WAITING = 3
/** Units that come in one breath, after a hiccup of the network or of this thread, are decoded in a few ms: that is not falling behind. */
const BREATH_MS = 100
/** By more than this no picture is behind: as long as the groups of pictures of most cameras. */
const LATEST_MS = 2_000
/** What a window is given to begin with comes at once, and is seconds of video: those that cannot work it off in this time never will. */
const LONGEST_MS = 3_000
/** So many are a group of many seconds, as of a camera whose key frames are far apart. They have this long. */
const LONG_GROUP = 120
const CATCH_UP_MS = 10_000

/** What is before a unit in the decoder. */
export interface Queue {
  /** Units that the decoder has not begun with. */
  waiting: number
  /** Time from the oldest live picture that is not decoded to this one. */
  lateMs: number
}

/** What becomes of a unit: it is decoded, decoded in place of all that waits before it, or left out. */
export type Verdict = 'decode' | 'jump' | 'leave'

/**
 * Decides which units of a stream are decoded. Decoding begins at a key frame. A decoder that is behind goes on to the next key frame and jumps to it, past
 * what still waits: to stop before would leave a picture on the screen that grows older than those are, while the processor has nothing to do.
 */
export class DropPolicy {
  #needsKey = true
  #isBehind = false
  #behindSinceMs: number | undefined
  /** The most that have waited since then. */
  #mostWaiting = 0

  /** The decoder was made anew: it must see a key frame first. */
  restart(): void {
    this.#needsKey = true
    this.#isBehind = false
    this.#behindSinceMs = undefined
  }

  /** What is left out until the next key frame is left out since the decoder was too slow, and not since the stream broke. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  judge(unit: { isKey: boolean }, { waiting, lateMs }: Queue, nowMs: number): Verdict {
    if (waiting <= MOST_WAITING) this.#behindSinceMs = undefined
    else if (this.#behindSinceMs === undefined) {
      this.#behindSinceMs = nowMs
      this.#mostWaiting = 0
    }
    this.#mostWaiting = Math.max(this.#mostWaiting, waiting)
    const behindMs = nowMs - (this.#behindSinceMs ?? nowMs)
    if (unit.isKey) return this.#begin(behindMs >= BREATH_MS)
    if (this.#needsKey) return 'leave'
    if (behindMs < LONGEST_MS && (behindMs === 0 || lateMs < LATEST_MS)) return 'decode'
    if (this.#isCatchingUp(waiting, behindMs)) return 'decode'
    this.#needsKey = true
    this.#isBehind = true
    return 'leave'
  }

  /** At this rate a long group is worked off in time. To go on to the next key frame instead might take longer. */
  #isCatchingUp(waiting: number, behindMs: number): boolean {
    return this.#mostWaiting >= LONG_GROUP && waiting <= this.#mostWaiting * (1 - behindMs / CATCH_UP_MS)
  }

  #begin(isBehind: boolean): Verdict {
    this.#needsKey = false
    this.#isBehind = false
    this.#behindSinceMs = undefined
    return isBehind ? 'jump' : 'decode'
  }
}
