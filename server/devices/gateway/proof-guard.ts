import type { Rate } from '#contract/define-call.ts'
import type { Now } from '../../runtime/clock.ts'
import { networkOf } from '../../http/network-of.ts'
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

  /**
   * Counts an attempt for the device until it is over, so that many at once are not more either: the answer is to be called then. Undefined when
   * there were too many. For the address only what was wrong counts: all devices of a site may come back at once.
   */
  begin(address: string, sn: string): (() => void) | undefined {
    const network = networkOf(address)
    const ofDevice = `${network} ${sn}`
    if (this.#limiter.isSpent(ofDevice, OF_DEVICE) || this.#limiter.isSpent(network, OF_ADDRESS)) return undefined
    this.#limiter.add(ofDevice, OF_DEVICE)
    return () => this.#limiter.takeBack(ofDevice)
  }

  failed(address: string, sn: string): void {
    this.lackedBindingKey(address, sn)
    this.#limiter.add(networkOf(address), OF_ADDRESS)
  }

  /** It has the right key, but not that of its binding: no stranger guesses there, and devices that were reset do not keep out others of their network. */
  lackedBindingKey(address: string, sn: string): void {
    this.#limiter.add(`${networkOf(address)} ${sn}`, OF_DEVICE)
  }
}
