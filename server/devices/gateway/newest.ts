import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs a task with the newest of what it is offered: while one run is under way, and for `pauseMs` after it, only the last offer waits.
 * However many come, the task has one of them at a time, and the last one of all.
 */
export class Newest<T> {
  readonly #task: (value: T) => Promise<void>
  readonly #pauseMs: number
  readonly #ended = new AbortController()
  #waiting: { value: T } | undefined
  #isRunning = false

  constructor(task: (value: T) => Promise<void>, pauseMs: number) {
    this.#task = task
    this.#pauseMs = pauseMs
  }

  /** Rejects when the task does. Resolves when it has run, also for another offer that came meanwhile. */
  async offer(value: T): Promise<void> {
    this.#waiting = { value }
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#waiting !== undefined && !this.#ended.signal.aborted) {
        const next = this.#waiting.value
        this.#waiting = undefined
        await this.#task(next)
        await pause(this.#pauseMs, undefined, { signal: this.#ended.signal, ref: false }).catch(() => {})
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** What waits is given up. */
  end(): void {
    this.#ended.abort()
  }
}
