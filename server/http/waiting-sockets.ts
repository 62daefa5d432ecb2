import { networkOf } from './network-of.ts'

/** Of one network: an office is behind one address. */
const MOST_OF_NETWORK = 512

/** Sockets, counted for each of whatever they are counted by. */
export class SocketPlaces {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  /** @param most sockets of each */
  constructor(most: number) {
    this.#most = most
  }

  /** Takes a place. Answers how to give it back, which counts once; undefined when none is left. */
  enter(of: string): (() => void) | undefined {
    const count = this.#taken.get(of) ?? 0
    if (count >= this.#most) return undefined
    this.#taken.set(of, count + 1)
    let isIn = true
    return () => {
      if (isIn) this.#leave(of)
      isIn = false
    }
  }

  #leave(of: string): void {
    const left = (this.#taken.get(of) ?? 1) - 1
    if (left > 0) this.#taken.set(of, left)
    else this.#taken.delete(of)
  }
}

/**
 * Sockets of one kind that have not shown yet whose they are, counted for each network that they come from: a stranger who opens more and more
 * of them keeps out nobody from elsewhere.
 */
export class WaitingSockets {
  readonly #places = new SocketPlaces(MOST_OF_NETWORK)

  /** Takes a place for a socket from this address. Answers how to give it back, which counts once; undefined when its network has none left. */
  enter(address: string): (() => void) | undefined {
    return this.#places.enter(networkOf(address))
  }
}
