import type { Rate } from '#contract/define-call.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { Now } from '../runtime/clock.ts'

const TRIES: Rate = { calls: 5, perMs: 5 * 60_000 }

/** Keeps people from guessing security codes: five wrong tries for a device within five minutes, whoever makes them, there or not. */
export class BindGuard {
  readonly #tries: RateLimiter

  constructor(now: Now) {
    this.#tries = new RateLimiter(now)
  }

  /** Counts a try as wrong until `succeeded` says otherwise. Fails with too-frequent when there were too many. */
  begin(sn: string): void {
    this.#tries.count(sn, TRIES)
  }

  succeeded(sn: string): void {
    this.#tries.forget(sn)
  }
}
