import type { Clock } from '#workers/core/ports.ts'

/** A line on which everything is under way for a while. What was sent first arrives first, also when the line becomes shorter meanwhile. */
export class LongLine {
  readonly #after: Clock['after']
  readonly #sent: { deliver: () => void; hasTravelled: boolean }[] = []

  constructor(after: Clock['after']) {
    this.#after = after
  }

  get underWay(): number {
    return this.#sent.length
  }

  send(delayMs: number, deliver: () => void): void {
    const one = { deliver, hasTravelled: delayMs === 0 }
    this.#sent.push(one)
    if (delayMs === 0) return this.#arrive()
    this.#after(delayMs, () => {
      one.hasTravelled = true
      this.#arrive()
    })
  }

  #arrive(): void {
    while (this.#sent[0]?.hasTravelled) this.#sent.shift()?.deliver()
  }
}
