/** Live units that may wait in a decoder; one more than this and the window would show the past. */
export const MOST_WAITING = 3
/**
 * Units that come in one breath, after a hiccup of the network or of this thread, are decoded in a few ms. Leaving them out
 * would freeze the picture until the next key frame, which may be seconds away.
 */
const PATIENCE_MS = 100
/** What windows are given to begin with comes faster than any decoder works: sixteen of 720p have caught up in this time. */
const BEGINNING_PATIENCE_MS = 3_000
/** A decoder that fell behind in this time has too much to do: patience would only make its pictures older. */
const NO_PATIENCE_MS = 5_000

/**
 * Decides which units of a stream are decoded. Decoding begins at a key frame; when the decoder falls behind, everything up
 * to the next key frame is left out, since a queue only makes pictures older.
 */
export class DropPolicy {
  #needsKey = true
  #isBehind = false
  #behindSinceMs: number | undefined
  #droppedAtMs = Number.NEGATIVE_INFINITY

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

  /** Whether to decode this unit, with `waiting` units still before the decoder. `isBeginning`: this window or another one begins (`Beginnings`). */
  takes(unit: { isKey: boolean }, waiting: number, nowMs: number, isBeginning: boolean): boolean {
    if (unit.isKey) this.#needsKey = false
    if (this.#needsKey) return false
    if (waiting <= MOST_WAITING) this.#behindSinceMs = undefined
    else this.#behindSinceMs ??= nowMs
    if (unit.isKey || this.#behindSinceMs === undefined) return true
    if (nowMs - this.#behindSinceMs < this.#patienceMs(nowMs, isBeginning)) return true
    this.#needsKey = true
    this.#isBehind = true
    this.#behindSinceMs = undefined
    this.#droppedAtMs = nowMs
    return false
  }

  #patienceMs(nowMs: number, isBeginning: boolean): number {
    if (isBeginning) return BEGINNING_PATIENCE_MS
    return nowMs - this.#droppedAtMs < NO_PATIENCE_MS ? 0 : PATIENCE_MS
  }
}
