import type { Rate } from '#contract/define-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'

/** Looked at with each new one: more than one, so that what is over is found faster than others come. */
const LOOKED_AT = 2

/** Counts by key in windows of time. One more costs the same however many keys there are: who floods it with keys slows nobody down. */
export class RateLimiter {
  readonly #now: Now
  readonly #windows = new Map<string, { endsAtMs: number; count: number }>()
  #looking = this.#windows.entries()

  constructor(now: Now) {
    this.#now = now
  }

  /** Counts one. Fails with too-frequent, or the error that is given, when the key has had its share of this window. */
  count(key: string, rate: Rate, error: 'too-frequent' | 'archive-too-frequent' = 'too-frequent'): void {
    if (this.isSpent(key, rate)) throw new CallFault(error)
    this.add(key, rate)
  }

  /** Whether the key has had its share of this window. */
  isSpent(key: string, rate: Rate): boolean {
    const window = this.#windows.get(key)
    return window !== undefined && window.endsAtMs > this.#now() && window.count >= rate.calls
  }

  /** Counts one, beyond the share too. */
  add(key: string, rate: Rate): void {
    const nowMs = this.#now()
    const window = this.#windows.get(key)
    if (window !== undefined && window.endsAtMs > nowMs) {
      window.count += 1
      return
    }
    this.#tidy(nowMs)
    this.#windows.set(key, { endsAtMs: nowMs + rate.perMs, count: 1 })
  }

  /** Takes back one that was counted. */
  takeBack(key: string): void {
    const window = this.#windows.get(key)
    if (window !== undefined && window.count > 0) window.count -= 1
  }

  /** How many keys are kept, those that are over and were not met yet among them. */
  get size(): number {
    return this.#windows.size
  }

  /** Forgets what was counted of the key. */
  forget(key: string): void {
    this.#windows.delete(key)
  }

  /** Goes round the windows, a few at a time, and forgets those that are over. */
  #tidy(nowMs: number): void {
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const { done, value } = this.#looking.next()
      if (done === true) {
        this.#looking = this.#windows.entries()
        return
      }
      const [key, window] = value
      if (window.endsAtMs <= nowMs) this.#windows.delete(key)
    }
  }
}
