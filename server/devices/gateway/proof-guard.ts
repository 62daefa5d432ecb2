import type { Rate } from '#contract/define-call.ts'
import type { Now } from '../../runtime/clock.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'

const WINDOW_MS = 5 * 60_000
/** A device that has the wrong code of its own tries once a minute. */
const OF_DEVICE: Rate = { calls: 10, perMs: WINDOW_MS }
const OF_ADDRESS: Rate = { calls: 100, perMs: WINDOW_MS }

/**
 * Keeps strangers from guessing the keys of devices: wrong proofs are counted for a device as seen from one address, so that nobody
 * elsewhere locks it out, and for the address altogether.
 */
export class ProofGuard {
  readonly #limiter: RateLimiter

  constructor(now: Now) {
    this.#limiter = new RateLimiter(now)
  }

  isSpent(address: string, sn: string): boolean {
    return this.#limiter.isSpent(`${address} ${sn}`, OF_DEVICE) || this.#limiter.isSpent(address, OF_ADDRESS)
  }

  failed(address: string, sn: string): void {
    this.#limiter.add(`${address} ${sn}`, OF_DEVICE)
    this.#limiter.add(address, OF_ADDRESS)
  }
}
