/** Work that nobody waits for, done one piece after the other in moments that leave room for it. */
export class Later {
  readonly #isBusy: () => boolean
  readonly #jobs: (() => Promise<void>)[] = []
  #isRunning = false

  /** `isBusy`: something else has to be done first. */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy
  }

  /** A job must not reject. */
  add(job: () => Promise<void>): void {
    this.#jobs.push(job)
  }

  /** To be called a few times a second. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (!this.#isBusy()) {
      const job = this.#jobs.shift()
      if (job === undefined) break
      await job()
    }
    this.#isRunning = false
  }
}
