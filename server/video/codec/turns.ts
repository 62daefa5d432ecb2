/** Work that takes a processor, one after the other: so many at a time, and of one organization not all of them. */
export class Turns {
  readonly #most: { all: number; ofOrganization: number }
  readonly #taken: string[] = []
  readonly #waiting: { organizationId: string; begin: () => void }[] = []

  constructor(most: { all: number; ofOrganization: number }) {
    this.#most = most
  }

  /** Resolves when it is one's turn, with what ends it; to be called once. Rejects with the signal's reason. */
  async take(organizationId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (!this.#isFree(organizationId)) await this.#wait(organizationId, signal)
    else this.#taken.push(organizationId)
    return () => {
      this.#taken.splice(this.#taken.indexOf(organizationId), 1)
      this.#goOn()
    }
  }

  #isFree(organizationId: string): boolean {
    const ofOrganization = this.#taken.filter((other) => other === organizationId).length
    return this.#taken.length < this.#most.all && ofOrganization < this.#most.ofOrganization
  }

  async #wait(organizationId: string, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        organizationId,
        begin: () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiter)
    })
  }

  /** The turn goes on to whoever has waited longest and may. */
  #goOn(): void {
    const index = this.#waiting.findIndex(({ organizationId }) => this.#isFree(organizationId))
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (next === undefined) return
    this.#taken.push(next.organizationId)
    next.begin()
  }
}
