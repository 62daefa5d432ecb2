import type { Clock } from './ports.ts'

/**
 * While the service is out of reach it is asked so often whether it is back: the pauses of the push connection grow, and a wall that nobody touches
 * asks nothing. Not all at the same moment, who have lost it at the same moment.
 */
const LOOK_FROM_MS = 800
const LOOK_UNTIL_MS = 1_600
/** So often at first, some minutes long; whatever takes longer than this takes long. */
const SOON_LOOKS = 250
const SELDOM_MS = 10_000
/**
 * What goes away again this soon was not back, unless the push connection stood meanwhile: where calls are answered and no socket stands, nobody is
 * kept busy by looking.
 */
const BACK_MS = 10_000

interface ReachListener {
  onChange(isReachable: boolean): void
  /** Asks the service something, until `signal` calls it off: nothing else may find out that it is back for a long time. */
  look(signal: AbortSignal): void
}

/** Whether the service can be reached, as calls and the push connection find it. */
export class Reach {
  readonly #clock: Clock
  readonly #listener: ReachListener
  #isReachable = true
  #hasReached = false
  /** The push connection has stood since the service was reached. */
  #hasStood = false
  #isStopped = false
  #cancelLook = () => {}
  /** Calls off the looks that are under way. */
  #looks = new AbortController()
  #reachedAtMs = Number.NEGATIVE_INFINITY

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
    // One that began before says nothing of the service any more.
    if (isReachable) this.#callOffLooks()
    this.#listener.onChange(isReachable)
    const nowMs = this.#clock.nowMs()
    if (isReachable) this.#reachedAtMs = nowMs
    else this.#lookLater(this.#hasStood || nowMs - this.#reachedAtMs >= BACK_MS ? 0 : SOON_LOOKS)
    this.#hasStood = false
  }

  /** The push connection stands: the service is back with all that it has. */
  noteStanding(): void {
    this.note(true)
    this.#hasStood = true
  }

  /** The machine is on another network: looks at once. */
  lookNow(): void {
    if (!this.#isReachable && !this.#isStopped) this.#look(0)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelLook()
    this.#callOffLooks()
  }

  #lookLater(looks: number): void {
    const pauseMs = looks < SOON_LOOKS ? LOOK_FROM_MS + Math.random() * (LOOK_UNTIL_MS - LOOK_FROM_MS) : SELDOM_MS
    this.#cancelLook()
    this.#cancelLook = this.#clock.after(pauseMs, () => {
      if (!this.#isReachable && !this.#isStopped) this.#look(looks)
    })
  }

  /** The next look does not wait for this one, which may hang on a line that was dead when it began. */
  #look(looks: number): void {
    this.#lookLater(looks + 1)
    this.#listener.look(this.#looks.signal)
  }

  #callOffLooks(): void {
    this.#looks.abort()
    this.#looks = new AbortController()
  }
}
