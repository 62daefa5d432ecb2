/** A clock that differs from the service's by less than this is right: word of that takes its time on the way. */
const RIGHT_MS = 1_000
/** The same by the first word alone, which may wait that long while both sides are busy with their start. */
const FIRST_RIGHT_MS = 3_000
/** What the service has said so often counts. */
const KEPT = 5

/**
 * What a device knows of the service's clock. The pictures of one whose own clock is wrong would seem to be old ones, or of the future, where somebody
 * asks for their age: they are timed by the service's. A clock that is right is left alone.
 */
export class ServiceClock {
  readonly #now: () => number
  /** The service's clock minus one that makes no step, the newest at the end. */
  readonly #heardMs: number[] = []
  /** How many of the newest, one after the other, were lower than what is kept: late, or the service's clock has been set back. */
  #lower = 0
  #correctionMs = 0

  /** `now`: the device's own clock, epoch ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The service says what time it is. */
  hear(serviceMs: number): void {
    const heardMs = serviceMs - performance.now()
    this.#lower = heardMs < Math.max(...this.#heardMs) - RIGHT_MS ? this.#lower + 1 : 0
    this.#heardMs.push(heardMs)
    // One may be late. Two are not: the service's clock has been set back, and what it said before is no longer true.
    if (this.#lower === 2) {
      this.#heardMs.splice(0, this.#heardMs.length - 2)
      this.#lower = 0
    }
    if (this.#heardMs.length > KEPT) this.#heardMs.shift()
  }

  /**
   * What has to be added to a time of the device's clock, ms. It changes by steps of more than a second only: when one of the two clocks is set, when
   * they have drifted that far apart, or when a later word was so much less delayed.
   */
  get correctionMs(): number {
    if (this.#heardMs.length === 0) return 0
    // What was least delayed on its way is nearest to the truth, and none of it is ahead of that.
    const behindMs = Math.max(...this.#heardMs) + performance.now() - this.#now()
    const rightMs = this.#heardMs.length === 1 ? FIRST_RIGHT_MS : RIGHT_MS
    if (Math.abs(behindMs - this.#correctionMs) > RIGHT_MS) this.#correctionMs = Math.abs(behindMs) > rightMs ? behindMs : 0
    return this.#correctionMs
  }
}
