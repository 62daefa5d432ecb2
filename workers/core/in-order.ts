/** Works that are done one after the other, as they were asked for. One that fails ends itself alone. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve()

  add<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#last.then(work)
    this.#last = working.catch(() => undefined)
    return working
  }
}
