import { createHash } from 'node:crypto'

/** Draws that are the same for the same seed (mulberry32). */
export class Seeded {
  #state: number
  readonly #name: string
  #ids = 0

  /** `name` keeps parts apart: what one draws changes nothing in another. */
  constructor(seed: number, name: string) {
    this.#name = `${seed}/${name}`
    this.#state = createHash('sha256').update(this.#name).digest().readInt32LE()
  }

  /** From 0 up to, not including, 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.share() * limit)
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** One of some things, each as likely as its weight. */
  weighed<T>(choices: readonly { weight: number; value: T }[]): T {
    let rest = this.share() * choices.reduce((sum, { weight }) => sum + weight, 0)
    for (const { weight, value } of choices) {
      rest -= weight
      if (rest < 0) return value
    }
    return this.pick(choices).value
  }

  /** An identifier in the shape of a UUID. */
  id(): string {
    const hex = createHash('sha256')
      .update(`${this.#name}/${this.#ids++}`)
      .digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}
