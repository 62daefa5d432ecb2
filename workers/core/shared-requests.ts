interface SharedRequest<T> {
  answer: Promise<T>
  abort: AbortController
  waiting: number
}

/** Equal questions that are under way at once travel once. A question is called off when nobody who asked it waits any more. */
export class SharedRequests<T> {
  readonly #underWay = new Map<string, SharedRequest<T>>()

  /** Joins the question with this key, or begins it. `undefined` when `signal` aborted first. */
  async join(key: string, signal: AbortSignal | undefined, begin: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (signal?.aborted) return undefined
    const flight = this.#underWay.get(key) ?? this.#begin(key, begin)
    flight.waiting += 1
    const { promise: left, resolve: leave } = Promise.withResolvers<undefined>()
    const onAbort = () => leave(undefined)
    signal?.addEventListener('abort', onAbort)
    try {
      return await Promise.race([flight.answer, left])
    } finally {
      signal?.removeEventListener('abort', onAbort)
      flight.waiting -= 1
      if (flight.waiting === 0 && this.#underWay.get(key) === flight) {
        this.#underWay.delete(key)
        flight.abort.abort()
      }
    }
  }

  /** Lets nobody join what is under way now. */
  forget(): void {
    this.#underWay.clear()
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<T>): SharedRequest<T> {
    const abort = new AbortController()
    const flight = { answer: begin(abort.signal), abort, waiting: 0 }
    this.#underWay.set(key, flight)
    const land = () => {
      if (this.#underWay.get(key) === flight) this.#underWay.delete(key)
    }
    flight.answer.then(land, land)
    return flight
  }
}
