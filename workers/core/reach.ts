import type { Clock } from './ports.ts'

/** While nobody is signed in no push connection tells that the service is back: it is asked this often. */
const LOOK_EVERY_MS = 10_000

interface ReachListener {
  onChange(isReachable: boolean): void
  /** Asks the service something, when nothing else would find out that it is back. */
  look(): Promise<unknown>
}

/** Whether the service can be reached, as calls and the push connection find it. */
export class Reach {
  readonly #clock: Clock
  readonly #listener: ReachListener
  #isReachable = true
  #hasReached = false
  #isStopped = false

  constructor(clock: Clock, listener: ReachListener) {
    this.#clock = clock
    this.#listener = listener
  }

  get isReachable(): boolean {
    return this.#isReachable
  }

  /** Whether it was reached at all since the start: until then nobody is kept waiting for it. */
  get hasReached(): boolean {
    return this.#hasReached
  }

  note(isReachable: boolean): void {
    this.#hasReached ||= isReachable
    if (isReachable === this.#isReachable) return
    this.#isReachable = isReachable
    this.#listener.onChange(isReachable)
    if (!isReachable) this.#lookLater()
  }

  stop(): void {
    this.#isStopped = true
  }

  #lookLater(): void {
    this.#clock.after(LOOK_EVERY_MS, () => {
      if (this.#isReachable || this.#isStopped) return
      void this.#listener.look().then(() => (this.#isReachable ? undefined : this.#lookLater()))
    })
  }
}
