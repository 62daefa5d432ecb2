/** So long the first key frames of a wall may take. What stands behind them goes on then at the latest: a decoder may need it to give any picture at all. */
const LONGEST_MS = 200
/** What stands behind the last of several waits so much longer: until they are drawn, and for windows whose key frames are about to come. */
const REST_MS = 30
/** So often in a row no key frame came out by itself: these decoders keep pictures back, and nothing waits for them any more. */
const VAIN_ROUNDS = 3

interface Waiting {
  goOn: () => void
  isOut: boolean
}

/**
 * Has the windows of a wall that begin together decode their key frames first, and only then what stands behind those: up to two seconds of video each,
 * with which the processor is busy for longer than with all key frames.
 */
export class KeysFirst {
  readonly #round = new Map<object, Waiting>()
  #longest: ReturnType<typeof setTimeout> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined
  #vainRounds = 0

  /** `who` has given its key frame to its decoder, and keeps what comes behind it until `goOn` is called, which may be before this returns. */
  begin(who: object, goOn: () => void): void {
    if (this.#vainRounds >= VAIN_ROUNDS) return goOn()
    clearTimeout(this.#rest)
    this.#longest ??= setTimeout(() => this.#endRound(), LONGEST_MS)
    this.#round.set(who, { goOn, isOut: false })
  }

  /** The key frame of `who` is decoded. */
  isOut(who: object): void {
    const waiting = this.#round.get(who)
    if (waiting === undefined) return
    waiting.isOut = true
    this.#vainRounds = 0
    this.#look()
  }

  /** `who` has given up: nothing of it waits any more. */
  leave(who: object): void {
    if (this.#round.delete(who)) this.#look()
  }

  #look(): void {
    const all = [...this.#round.values()]
    if (!all.every(({ isOut }) => isOut)) return
    if (all.length <= 1) return this.#endRound()
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#endRound(), REST_MS)
  }

  #endRound(): void {
    clearTimeout(this.#longest)
    clearTimeout(this.#rest)
    this.#longest = undefined
    const all = [...this.#round.values()]
    this.#round.clear()
    if (all.length > 0 && all.every(({ isOut }) => !isOut)) this.#vainRounds += 1
    for (const { goOn } of all) goOn()
  }
}

/** Those of this worker. */
export const keysFirst = new KeysFirst()
