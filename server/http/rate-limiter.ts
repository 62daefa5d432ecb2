import type { Rate } from '#contract/define-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'

const KEYS_BEFORE_TIDYING = 10_000

/** Counts by key in windows of time. */
export class RateLimiter {
  readonly #now: Now
  readonly #windows = new Map<string, { endsAtMs: number; count: number }>()

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
    if (this.#windows.size >= KEYS_BEFORE_TIDYING) this.#tidy(nowMs)
    this.#windows.set(key, { endsAtMs: nowMs + rate.perMs, count: 1 })
  }

  #tidy(nowMs: number): void {
    for (const [key, window] of this.#windows) if (window.endsAtMs <= nowMs) this.#windows.delete(key)
  }
}
