/** What time it is, epoch ms. Tests hand in their own. */
export type Now = () => number

/** How often deadlines are looked at. */
const SWEEP_MS = 250
/** Tidying begins so long after a start: before that devices and screens come back, and need the database. */
export const TIDY_AFTER_MS = 60_000

/**
 * Looks at deadlines. They are compared with the clock again and again, never counted in timer ticks: a sleeping machine skips
 * timers, and a test moves the clock.
 */
export class Sweeper {
  readonly #running = new Map<() => void | Promise<void>, Promise<void> | undefined>()
  readonly #tidying: (() => void | Promise<void>)[] = []
  #tidied: Promise<void> | undefined
  readonly #mayTidy: () => boolean
  readonly #timer: NodeJS.Timeout
  readonly #onFault: (fault: unknown) => void

  /** `tidyAfterMs`: on the clock `now`, from now on. */
  constructor(onFault: (fault: unknown) => void, { now = Date.now, tidyAfterMs = 0 }: { now?: Now; tidyAfterMs?: number } = {}) {
    this.#onFault = onFault
    const tidyFromMs = now() + tidyAfterMs
    this.#mayTidy = () => now() >= tidyFromMs
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#timer.unref()
  }

  /** Runs `task` from now on at every sweep, one run at a time. */
  add(task: () => void | Promise<void>): void {
    this.#running.set(task, undefined)
  }

  /** Runs `task`, which nobody waits for, at every sweep, too, but not soon after the start, and never beside another of these. */
  tidy(task: () => void | Promise<void>): void {
    this.#tidying.push(task)
  }

  /** Ends the sweeps and waits for the tasks that are at work. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#running.values(), this.#tidied].filter((run) => run !== undefined))
  }

  #sweep(): void {
    for (const [task, isRunning] of this.#running) if (isRunning === undefined) this.#running.set(task, this.#run(task))
    if (this.#tidied === undefined && this.#mayTidy()) this.#tidied = this.#tidyAll()
  }

  async #tidyAll(): Promise<void> {
    for (const task of this.#tidying) await this.#guard(task)
    this.#tidied = undefined
  }

  async #run(task: () => void | Promise<void>): Promise<void> {
    await this.#guard(task)
    this.#running.set(task, undefined)
  }

  async #guard(task: () => void | Promise<void>): Promise<void> {
    try {
      await task()
    } catch (fault) {
      this.#onFault(fault)
    }
  }
}
