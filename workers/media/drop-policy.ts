/** Live units that may wait in a decoder; one more than this and the window would show the past. */
const MOST_WAITING = 3
/** Units that may wait while a window catches up with the pictures that it was given to begin with. */
const MOST_WAITING_CATCHING_UP = 300

/**
 * Decides which units of a stream are decoded. Decoding begins at a key frame; when the decoder falls behind, everything up
 * to the next key frame is left out, since a queue only makes pictures older.
 */
export class DropPolicy {
  #needsKey = true
  #isCatchingUp = false

  /** True while what comes out of the decoder is already past, and only its newest is worth showing. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp
  }

  /** The decoder was made anew: it must see a key frame first. */
  restart(): void {
    this.#needsKey = true
    this.#isCatchingUp = false
  }

  /** Whether to decode this unit, with `waiting` units still before the decoder. */
  takes(unit: { isKey: boolean; isPreroll: boolean }, waiting: number): boolean {
    if (unit.isKey) this.#needsKey = false
    if (this.#needsKey) return false
    // A burst comes faster than any decoder works: that is no overload, and neither are the live units right behind it.
    if (unit.isPreroll) this.#isCatchingUp = true
    else if (waiting <= MOST_WAITING) this.#isCatchingUp = false
    if (unit.isKey || waiting <= (this.#isCatchingUp ? MOST_WAITING_CATCHING_UP : MOST_WAITING)) return true
    this.#needsKey = true
    return false
  }
}
