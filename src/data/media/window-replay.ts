import type { ReplayOrder, ReplayState } from '#contract/media-api.ts'
import type { MediaPort } from './media-port.ts'

/** The past of a window, while it is seen again instead of what is live. Live goes on behind it. */
export class WindowReplay {
  readonly #window: number
  readonly #port: MediaPort
  readonly #listeners = new Set<() => void>()
  #state: ReplayState | undefined

  constructor(window: number, port: MediaPort) {
    this.#window = window
    this.#port = port
  }

  /** A new object for each change, so that it serves as a snapshot of `useSyncExternalStore`; nothing while the window is live. */
  get state(): ReplayState | undefined {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  order(order: ReplayOrder): void {
    this.#port.send({ op: 'replay', window: this.#window, order })
  }

  /** For the engine: what the media worker says. */
  take(state: ReplayState | undefined): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
