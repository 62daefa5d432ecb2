/** What time it is, epoch ms. Tests hand in their own. */
export type Now = () => number

/** How often deadlines are looked at. */
const SWEEP_MS = 250

/**
 * Looks at deadlines. They are compared with the clock again and again, never counted in timer ticks: a sleeping machine skips
 * timers, and a test moves the clock.
 */
export class Sweeper {
  readonly #running = new Map<() => void | Promise<void>, Promise<void> | undefined>()
  readonly #timer: NodeJS.Timeout
  readonly #onFault: (fault: unknown) => void

  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#timer.unref()
  }

  /** Runs `task` from now on at every sweep, one run at a time. */
  add(task: () => void | Promise<void>): void {
    this.#running.set(task, undefined)
  }

  /** Ends the sweeps and waits for the tasks that are at work. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#running.values()].filter((run) => run !== undefined))
  }

  #sweep(): void {
    for (const [task, isRunning] of this.#running) if (isRunning === undefined) this.#running.set(task, this.#run(task))
  }

  async #run(task: () => void | Promise<void>): Promise<void> {
    try {
      await task()
    } catch (fault) {
      this.#onFault(fault)
    }
    this.#running.set(task, undefined)
  }
}
