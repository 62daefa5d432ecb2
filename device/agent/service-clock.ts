/** A clock that differs from the service's by less than this is right: word of that takes its time on the way. */
const RIGHT_MS = 1_000
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
  #correctionMs = 0

  /** `now`: the device's own clock, epoch ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The service says what time it is. */
  hear(serviceMs: number): void {
    this.#heardMs.push(serviceMs - performance.now())
    if (this.#heardMs.length > KEPT) this.#heardMs.shift()
  }

  /** What has to be added to a time of the device's clock, ms. It changes by steps only, when the device's clock is set. */
  get correctionMs(): number {
    if (this.#heardMs.length === 0) return 0
    // What was least delayed on its way is nearest to the truth, and none of it is ahead of that.
    const behindMs = Math.max(...this.#heardMs) + performance.now() - this.#now()
    if (Math.abs(behindMs - this.#correctionMs) > RIGHT_MS) this.#correctionMs = Math.abs(behindMs) > RIGHT_MS ? behindMs : 0
    return this.#correctionMs
  }
}
