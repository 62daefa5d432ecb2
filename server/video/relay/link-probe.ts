/** Between two probes. */
const PROBE_MS = 250
/** So many on the way at once, and what is sent waits for more than a second to get through. */
const MOST_ON_THE_WAY = 6

/**
 * Finds out whether what is sent gets through in time, by pings among it: a line that is too thin lets it wait in buffers of the system and of
 * boxes on the way, which no other number tells of. Probes are counted, so that a moment in which this process itself stood still is none of the line's.
 */
export class LinkProbe {
  readonly #ping: (id: number) => void
  #last = 0
  #lastAtMs = Number.NEGATIVE_INFINITY
  #answered = 0
  #isLate = false
  #isGivenUp = false

  constructor(ping: (id: number) => void) {
    this.#ping = ping
  }

  /** True from the moment in which too much is on the way until all of it has got through. */
  get isLate(): boolean {
    return this.#isLate && !this.#isGivenUp
  }

  /** Probes do not come back on this line, however much gets through; until one does after all, nothing is late. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  /** Something has been sent. */
  sent(nowMs: number): void {
    if (nowMs - this.#lastAtMs < PROBE_MS) return
    this.#lastAtMs = nowMs
    this.#ping(++this.#last)
    if (this.#last - this.#answered > MOST_ON_THE_WAY) this.#isLate = true
  }

  /** A probe has come back, and with it all before. */
  answered(id: number): void {
    if (!(id > this.#answered && id <= this.#last)) return
    this.#answered = id
    this.#isGivenUp = false
    if (id === this.#last) this.#isLate = false
  }
}
