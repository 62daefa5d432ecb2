import type { Now } from './clock.ts'

/** So much at once, and so much a second in the long run. */
export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

/** What somebody may still use up; it fills again with time. */
export class Allowance {
  readonly #pace: Pace
  readonly #now: Now
  #left: number
  #atMs: number

  constructor(pace: Pace, now: Now) {
    this.#pace = pace
    this.#now = now
    this.#left = pace.burst
    this.#atMs = now()
  }

  /** Adds so much, for what was asked for. */
  give(amount: number): void {
    this.#left = Math.min(this.#pace.burst, this.#left + amount)
  }

  /** Takes so much; false, and nothing is taken, when there is not so much left. */
  take(amount: number): boolean {
    const nowMs = this.#now()
    const filled = (Math.max(nowMs - this.#atMs, 0) / 1_000) * this.#pace.perSecond
    this.#left = Math.min(this.#pace.burst, this.#left + filled)
    this.#atMs = nowMs
    if (amount > this.#left) return false
    this.#left -= amount
    return true
  }
}
