import type { Rate } from '#contract/define-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { Now } from '../runtime/clock.ts'

interface GuessLimits {
  /** Wrong guesses of one guesser at one secret. */
  each: Rate
  /** Wrong guesses at one secret, of whoever makes them, after which each has one try alone in that time. */
  all: number
}

/**
 * Counts wrong guesses at a secret by whoever makes them: a stranger who guesses keeps nobody else out. Many strangers together only slow
 * everybody down, to one try each, which is enough for whoever knows the secret.
 */
export class GuessGuard {
  readonly #guesses: RateLimiter
  readonly #each: Rate
  readonly #all: Rate

  constructor(now: Now, { each, all }: GuessLimits) {
    this.#guesses = new RateLimiter(now)
    this.#each = each
    this.#all = { calls: all, perMs: each.perMs }
  }

  /** Fails with too-frequent when this guesser has had their share. */
  require(secret: string, guesser: string): void {
    const calls = this.#guesses.isSpent(secret, this.#all) ? 1 : this.#each.calls
    if (this.#guesses.isSpent(`${secret} by ${guesser}`, { ...this.#each, calls })) throw new CallFault('too-frequent')
  }

  /** Counts a wrong guess. */
  add(secret: string, guesser: string): void {
    this.#guesses.add(secret, this.#all)
    this.#guesses.add(`${secret} by ${guesser}`, this.#each)
  }

  /** A guess that was counted was right: forgets it, and what this guesser got wrong; what others did stands. */
  wasRight(secret: string, guesser: string): void {
    this.#guesses.takeBack(secret)
    this.#guesses.forget(`${secret} by ${guesser}`)
  }
}
