/** After what is more urgent has been done, or a job has come, there may soon be more of that. */
const REST_MS = 500

/**
 * Work that nobody waits for, done one piece after the other in moments that leave room for it. A wall that gives up its pictures is about to show
 * others: to write the first of them takes a tenth of a second, in which no new window can begin.
 */
export class Later {
  readonly #isBusy: () => boolean
  readonly #nowMs: () => number
  readonly #jobs: (() => Promise<void>)[] = []
  #isRunning = false
  /** Nothing is done before. */
  #fromMs = 0

  /** `isBusy`: something else has to be done first. */
  constructor(isBusy: () => boolean, nowMs: () => number = () => performance.now()) {
    this.#isBusy = isBusy
    this.#nowMs = nowMs
  }

  /** A job must not reject. */
  add(job: () => Promise<void>): void {
    this.#jobs.push(job)
    this.#fromMs = this.#nowMs() + REST_MS
  }

  /** To be called a few times a second. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#mayWork()) {
      const job = this.#jobs.shift()
      if (job === undefined) break
      await job()
    }
    this.#isRunning = false
  }

  #mayWork(): boolean {
    if (this.#isBusy()) this.#fromMs = this.#nowMs() + REST_MS
    return this.#nowMs() >= this.#fromMs
  }
}
