/** Runs what concerns one key one after the other, and different keys side by side. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(task)
    const tail = result.catch(() => undefined)
    this.#tails.set(key, tail)
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return result
  }

  /** Waits for all that was begun. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values())
  }
}
