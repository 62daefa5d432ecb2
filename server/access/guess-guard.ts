import type { Rate } from '#contract/define-call.ts'
import { CallFault } from '../calls/call-fault.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { Now } from '../runtime/clock.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'

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
  readonly #looks = new KeyedQueue()
  readonly #each: Rate
  readonly #all: Rate
  readonly #most: Rate

  constructor(now: Now, { each, all, most = Infinity }: GuessLimits) {
    this.#guesses = new RateLimiter(now)
    this.#each = each
    this.#all = { calls: all, perMs: each.perMs }
    this.#most = { calls: most, perMs: each.perMs }
  }

  /**
   * Counts a guess as wrong until `wasRight` says otherwise, so that many at once are not more either. Fails with too-frequent when this guesser has
   * had their share.
   */
  begin(secret: string, guesser: Guesser): void {
    this.#require(secret, guesser)
    this.#guesses.add(secret, this.#all)
    for (const key of keysOf(secret, guesser)) this.#guesses.add(key, this.#each)
  }

  /** A guess that was counted was right: forgets it, and what this guesser got wrong; what others did stands. */
  wasRight(secret: string, guesser: Guesser): void {
    this.#takeBack(secret, guesser)
    this.#guesses.forget(ownKey(secret, guesser))
  }

  /**
   * Whether a guess is right, where it takes a while to know. Those of one guesser wait for one another, so that whoever knows the secret may say it
   * several times at once. One that is right, or fails, is not counted. Fails with too-frequent when this guesser has had their share.
   */
  look(secret: string, guesser: Guesser, isRight: () => Promise<boolean>): Promise<boolean> {
    return this.#looks.run(ownKey(secret, guesser), async () => {
      this.begin(secret, guesser)
      let isWrong = false
      try {
        isWrong = !(await isRight())
      } finally {
        if (!isWrong) this.#takeBack(secret, guesser)
      }
      return !isWrong
    })
  }

  #require(secret: string, guesser: Guesser): void {
    const [, among] = keysOf(secret, guesser)
    const isFlood = this.#guesses.isSpent(secret, this.#all)
    const isSpent =
      this.#guesses.isSpent(secret, this.#most) ||
      this.#guesses.isSpent(ownKey(secret, guesser), isFlood ? { ...this.#each, calls: 1 } : this.#each) ||
      (isFlood && among !== undefined && this.#guesses.isSpent(among, this.#each))
    if (isSpent) throw new CallFault('too-frequent')
  }

  #takeBack(secret: string, guesser: Guesser): void {
    for (const key of [secret, ...keysOf(secret, guesser)]) this.#guesses.takeBack(key)
  }
}

function ownKey(secret: string, { key }: Guesser): string {
  return `${secret} by ${key}`
}

/** Under what the guesses of one guesser at a secret are counted: their own, and then that of what they are among, if of anything. */
function keysOf(secret: string, guesser: Guesser): string[] {
  const own = ownKey(secret, guesser)
  return guesser.among === undefined ? [own] : [own, `${secret} among ${guesser.among}`]
}
