/** Something that is to be done again and again, each time at a time of its own. */
export interface Paced {
  /** Epoch ms; moved on by `run`. */
  dueMs: number
  run(nowMs: number): void
}

/** One timer for all streams, set to the earliest deadline; with nothing to do there is none. */
export class Pacer {
  readonly #paced = new Set<Paced>()
  #timer: NodeJS.Timeout | undefined

  add(paced: Paced): void {
    this.#paced.add(paced)
    this.#arm()
  }

  remove(paced: Paced): void {
    this.#paced.delete(paced)
    this.#arm()
  }

  #arm(): void {
    clearTimeout(this.#timer)
    if (this.#paced.size === 0) return
    let firstMs = Number.POSITIVE_INFINITY
    for (const { dueMs } of this.#paced) firstMs = Math.min(firstMs, dueMs)
    // At least every second, so that a step of the wall clock is noticed.
    this.#timer = setTimeout(() => this.#run(), Math.min(Math.max(firstMs - Date.now(), 0), 1_000))
  }

  #run(): void {
    const nowMs = Date.now()
    for (const paced of this.#paced) paced.run(nowMs)
    this.#arm()
  }
}
