/**
 * The next of a wall's first key frames may take so long. What stands behind them goes on then at the latest: a decoder may need it to give any picture at all.
 */
const LONGEST_MS = 200
/** What stands behind the last of several waits so much longer: until they are drawn, and for windows whose key frames are about to come. */
const REST_MS = 30
/** So often in a row no key frame of a codec came out by itself: its decoders keep pictures back, and nothing waits for them any more. */
const VAIN_ROUNDS = 3

interface Waiting {
  codec: string
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
  /** By codec. */
  readonly #vainRounds = new Map<string, number>()

  /** `who` has given its key frame to its decoder, and keeps what comes behind it until `goOn` is called, which may be before this returns. */
  begin(who: object, codec: string, goOn: () => void): void {
    if (this.#vainRoundsOf(codec) >= VAIN_ROUNDS) return goOn()
    clearTimeout(this.#rest)
    if (this.#round.size === 0) this.#await()
    this.#round.set(who, { codec, goOn, isOut: false })
  }

  /** The key frame of `who` has come out by itself: perhaps later than it was waited for. */
  isOut(who: object, codec: string): void {
    this.#vainRounds.delete(codec)
    const waiting = this.#round.get(who)
    if (waiting === undefined) return
    waiting.isOut = true
    this.#await()
    this.#look()
  }

  /** `who` has given up: nothing of it waits any more. */
  leave(who: object): void {
    if (this.#round.delete(who)) this.#look()
  }

  /** On a slow machine key frames come out one after the other: as long as they do, nothing takes the processor from those that are left. */
  #await(): void {
    clearTimeout(this.#longest)
    this.#longest = setTimeout(() => this.#endRound(), LONGEST_MS)
  }

  #vainRoundsOf(codec: string): number {
    return this.#vainRounds.get(codec) ?? 0
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
    const all = [...this.#round.values()]
    this.#round.clear()
    for (const [codec, windows] of Map.groupBy(all, (one) => one.codec)) {
      if (windows.every(({ isOut }) => !isOut)) this.#vainRounds.set(codec, this.#vainRoundsOf(codec) + 1)
    }
    for (const { goOn } of all) goOn()
  }
}

/** Those of this worker. */
export const keysFirst = new KeysFirst()
