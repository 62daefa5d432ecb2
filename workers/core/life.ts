import type { Clock } from './ports.ts'

/** Longer than the reload of an only tab takes. */
const REST_AFTER_MS = 3_000
/** A core without a tab for this long ends: browsers may forget to end the worker of a page that crashed. */
const END_AFTER_MS = 10_000

interface LifeOptions {
  hasTab: () => boolean
  /** The first tab is there, or one after a rest. */
  onRise: () => unknown
  onRest: () => void
  onEnd: () => void
}

/**
 * The life of a core, which depends on its tabs. Browsers keep a worker for a while after its last tab, those of pages that crashed for as long as they run: it rests
 * then, which leaves the sockets to cores that have tabs, and ends after a while.
 */
export class Life {
  readonly #clock: Clock
  readonly #options: LifeOptions
  /** Rests before the first tab as well, which may have gone before it could attach. */
  #stage: 'resting' | 'risen' | 'stopped' = 'resting'
  #cancelEnd = () => {}

  constructor(clock: Clock, options: LifeOptions) {
    this.#clock = clock
    this.#options = options
  }

  get isRisen(): boolean {
    return this.#stage === 'risen'
  }

  get isStopped(): boolean {
    return this.#stage === 'stopped'
  }

  /** A page has come, or gone. */
  expectTab(): void {
    this.#cancelEnd()
    if (this.isStopped || this.#options.hasTab()) return
    const cancelRest = this.#clock.after(REST_AFTER_MS, () => this.#rest())
    const cancelEnd = this.#clock.after(END_AFTER_MS, () => this.#options.onEnd())
    this.#cancelEnd = () => {
      cancelRest()
      cancelEnd()
    }
  }

  /** A tab has attached. */
  rise(): void {
    this.#cancelEnd()
    if (this.#stage !== 'resting') return
    this.#stage = 'risen'
    this.#options.onRise()
  }

  stop(): void {
    this.#cancelEnd()
    this.#stage = 'stopped'
  }

  #rest(): void {
    this.#stage = 'resting'
    this.#options.onRest()
  }
}
