/** Picks the units of a stream that a pace lets pass. Whoever has left one out goes on at a key frame, since pictures between build on those before. */
export class PaceRule {
  pace: 'all' | 'keys' | 'stills' = 'all'
  readonly #stillMs: number
  #isWhole = true
  #lastStillMs = Number.NEGATIVE_INFINITY

  /** `stillMs`: how long a still is shown at that pace. */
  constructor(stillMs: number) {
    this.#stillMs = stillMs
  }

  /** Another stream begins, of which nothing has been shown: its first key frame passes, however soon after a still it comes. */
  begin(): void {
    this.#lastStillMs = Number.NEGATIVE_INFINITY
  }

  /** Whether this unit passes, by the clock of whoever asks, ms. */
  takes(isKey: boolean, nowMs: number): boolean {
    const isTimely = this.pace !== 'stills' || nowMs - this.#lastStillMs >= this.#stillMs
    if (isKey && isTimely) this.#isWhole = true
    else if (isKey || this.pace !== 'all') this.#isWhole = false
    if (isKey && this.#isWhole) this.#lastStillMs = nowMs
    return this.#isWhole
  }
}
