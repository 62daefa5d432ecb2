import type { Clock } from './ports.ts'

/** Silence after which the service is taken for gone. */
const SILENCE_MS = 30_000

/** Ends a transfer when nothing is heard of it for too long. One timer for all of it, since there are many thousand packets. */
export class SilenceWatch {
  readonly #clock: Clock
  readonly #ended = new AbortController()
  #waitingSinceMs: number | undefined
  #cancel: () => void

  constructor(clock: Clock) {
    this.#clock = clock
    this.#cancel = clock.after(SILENCE_MS, () => this.#look())
  }

  /** Aborts when it was silent for too long. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** Gives what is awaited from the service. */
  async over<T>(awaited: Promise<T>): Promise<T> {
    this.#waitingSinceMs = this.#clock.steadyMs()
    try {
      return await awaited
    } finally {
      this.#waitingSinceMs = undefined
    }
  }

  /** The transfer is over: what is left of it is let go. */
  end(): void {
    this.#cancel()
    this.#ended.abort()
  }

  #look(): void {
    const silentMs = this.#waitingSinceMs === undefined ? 0 : this.#clock.steadyMs() - this.#waitingSinceMs
    if (silentMs >= SILENCE_MS) return this.#ended.abort()
    this.#cancel = this.#clock.after(SILENCE_MS - silentMs, () => this.#look())
  }
}
