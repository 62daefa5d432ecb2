import type { Clock } from './ports.ts'

/** Wall clock and steady clock that part by more than this: the machine slept, or somebody set its clock. */
const STEP_MS = 2_000

/** Both clocks of the machine at one moment. */
export interface Moment {
  wallMs: number
  steadyMs: number
}

/**
 * The service's time as this machine knows it. Every deadline of the session is one of the service's, so that a clock that is wrong, or is set
 * by a day while the app runs, signs nobody out and keeps nobody in. A clock that is set back shows, since the steady clock goes on. One that
 * is set forward looks like a machine that slept: then the time is in doubt until the service has been heard again.
 */
export class ServiceTime {
  readonly #clock: Pick<Clock, 'nowMs' | 'steadyMs'>
  readonly #onChange: () => void
  #offsetMs = 0
  #last: Moment
  #isInDoubt = true

  /** `onChange` hears that the time was found to be another than was thought. */
  constructor(clock: Pick<Clock, 'nowMs' | 'steadyMs'>, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.#last = this.moment()
  }

  /** Service clock minus this machine's, whole: calls take no parts of milliseconds. */
  get offsetMs(): number {
    this.#look()
    return this.#offsetMs
  }

  nowMs(): number {
    return this.offsetMs + this.#clock.nowMs()
  }

  /** Whether the machine slept, or its clock was set, since the service was last heard; so at the start. */
  get isInDoubt(): boolean {
    this.#look()
    return this.#isInDoubt
  }

  moment(): Moment {
    return { wallMs: this.#clock.nowMs(), steadyMs: this.#clock.steadyMs() }
  }

  /** Goes on with what was known before a restart. */
  recall(offsetMs: number): void {
    this.#offsetMs = Math.round(offsetMs)
    this.#last = this.moment()
    this.#isInDoubt = true
  }

  /** The service answered what was sent at `sent`, and its clock showed a time from `serviceMs` to `toMs`. */
  heard(sent: Moment, serviceMs: number, toMs = serviceMs): void {
    this.#look()
    const { wallMs, steadyMs } = this.moment()
    const leastMs = serviceMs - wallMs
    const mostMs = toMs - (wallMs - (steadyMs - sent.steadyMs))
    const wasInDoubt = this.#isInDoubt
    this.#isInDoubt = false
    const beforeMs = this.#offsetMs
    // Within what the way there and back leaves open, what is known is as good.
    if (beforeMs < leastMs || beforeMs > mostMs) this.#offsetMs = Math.round((leastMs + mostMs) / 2)
    if (wasInDoubt || Math.abs(this.#offsetMs - beforeMs) > STEP_MS) this.#onChange()
  }

  #look(): void {
    const now = this.moment()
    const stepMs = now.wallMs - this.#last.wallMs - (now.steadyMs - this.#last.steadyMs)
    this.#last = now
    if (stepMs < -STEP_MS) this.#offsetMs -= Math.round(stepMs)
    if (Math.abs(stepMs) > STEP_MS) this.#isInDoubt = true
  }
}
