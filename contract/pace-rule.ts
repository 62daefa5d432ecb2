import { STILL_MS, type Pace } from './media.ts'

/** Picks the units of a stream that a pace lets pass. Whoever has left one out goes on at a key frame, since pictures between build on those before. */
export class PaceRule {
  pace: Pace = 'all'
  #isWhole = true
  #lastStillMs = Number.NEGATIVE_INFINITY

  /** Whether this unit passes, by the clock of whoever asks, ms. */
  takes(isKey: boolean, nowMs: number): boolean {
    const isTimely = this.pace !== 'stills' || nowMs - this.#lastStillMs >= STILL_MS
    if (isKey && isTimely) this.#isWhole = true
    else if (isKey || this.pace !== 'all') this.#isWhole = false
    if (isKey && this.#isWhole) this.#lastStillMs = nowMs
    return this.#isWhole
  }
}
