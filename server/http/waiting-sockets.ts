import { networkOf } from './network-of.ts'

/** WebSocket close code for whoever is one too many at this moment. */
export const TRY_LATER = 1013
/** Of one network: an office is behind one address. */
const MOST_OF_NETWORK = 512

/**
 * Sockets of one kind that have not shown yet whose they are, counted for each network that they come from: a stranger who opens more and more
 * of them keeps out nobody from elsewhere.
 */
export class WaitingSockets {
  readonly #waiting = new Map<string, number>()

  /** Takes a place for a socket from this address. Answers how to give it back, which counts once; undefined when its network has none left. */
  enter(address: string): (() => void) | undefined {
    const network = networkOf(address)
    const count = this.#waiting.get(network) ?? 0
    if (count >= MOST_OF_NETWORK) return undefined
    this.#waiting.set(network, count + 1)
    let isIn = true
    return () => {
      if (isIn) this.#leave(network)
      isIn = false
    }
  }

  #leave(network: string): void {
    const left = (this.#waiting.get(network) ?? 1) - 1
    if (left > 0) this.#waiting.set(network, left)
    else this.#waiting.delete(network)
  }
}
