import type { Rate } from '#contract/define-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { Now } from '../runtime/clock.ts'

interface GuessLimits {
  /** Wrong guesses of one guesser at one secret. */
  each: Rate
  /** Wrong guesses at one secret, of whoever makes them, after which each has one try alone in that time. */
  all: number
  /** Of whoever makes them, after which nobody is heard in that time, if there is an end. */
  most?: number
}

/** Who guesses. */
export interface Guesser {
  key: string
  /** What others belong to as well, which may all be one's own: beside many strangers it has no more tries together than one guesser. */
  among?: string
}

/**
 * Counts wrong guesses at a secret by whoever makes them: a stranger who guesses keeps nobody else out. Many strangers together slow everybody
 * down, to one try each, which is enough for whoever knows the secret and types it right. More than `most` keep everybody out for a time: a short
 * secret would be found otherwise.
 */
export class GuessGuard {
  readonly #guesses: RateLimiter
  readonly #each: Rate
  readonly #all: Rate
  readonly #most: Rate

  constructor(now: Now, { each, all, most = Infinity }: GuessLimits) {
    this.#guesses = new RateLimiter(now)
    this.#each = each
    this.#all = { calls: all, perMs: each.perMs }
    this.#most = { calls: most, perMs: each.perMs }
  }

  /** Fails with too-frequent when this guesser has had their share. */
  require(secret: string, { key, among }: Guesser): void {
    const isFlood = this.#guesses.isSpent(secret, this.#all)
    const own = { ...this.#each, calls: isFlood ? 1 : this.#each.calls }
    const isSpent =
      this.#guesses.isSpent(secret, this.#most) ||
      this.#guesses.isSpent(`${secret} by ${key}`, own) ||
      (isFlood && among !== undefined && this.#guesses.isSpent(`${secret} among ${among}`, this.#each))
    if (isSpent) throw new CallFault('too-frequent')
  }

  /** Counts a wrong guess. */
  add(secret: string, { key, among }: Guesser): void {
    this.#guesses.add(secret, this.#all)
    this.#guesses.add(`${secret} by ${key}`, this.#each)
    if (among !== undefined) this.#guesses.add(`${secret} among ${among}`, this.#each)
  }

  /** A guess that was counted was right: forgets it, and what this guesser got wrong; what others did stands. */
  wasRight(secret: string, { key, among }: Guesser): void {
    this.#guesses.takeBack(secret)
    this.#guesses.forget(`${secret} by ${key}`)
    if (among !== undefined) this.#guesses.takeBack(`${secret} among ${among}`)
  }
}
