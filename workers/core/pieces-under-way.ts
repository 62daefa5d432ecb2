import type { Clock } from './ports.ts'

/** A part of a file that begins at `number` pieces; `isWhole`: it is all of that piece, else its beginning. */
export interface Piece {
  number: number
  bytes: Uint8Array<ArrayBuffer>
  isWhole: boolean
}

/** What became of pieces: `unwanted`: they are not kept, and no more is wanted; `wrong`: too much is not what the service has. */
export type Kept = 'kept' | 'unwanted' | 'wrong'

/** Who keeps pieces. */
export interface PieceKeeper<Prepared> {
  /**
   * Does what can be done with a piece beside others: several are prepared at a time. Its bytes may be gone afterwards; memory that is given back is used
   * again.
   */
  prepare(piece: Piece, giveBack: (memory: ArrayBuffer) => void): Promise<Prepared>
  /** Counts pieces in, in their order: as many at once as were prepared meanwhile. */
  commit(prepared: readonly Prepared[]): Promise<Kept>
}

interface UnderWay<Prepared> {
  number: number
  ready: Promise<void>
  prepared?: Prepared
  left: PromiseWithResolvers<void>
}

/** Pieces between the network and the disk. More would be memory, and less would leave one of both waiting for the other. */
const MOST_UNDER_WAY = 6
/** Pieces are counted in so often at most, since that costs as much as writing one: so much is fetched again when the browser is killed. */
const COUNT_EVERY_MS = 500
/** Pieces that are on the disk and not counted in yet. */
const MOST_UNCOUNTED = 64

/** Pieces that are checked, sealed and written side by side, and counted in one after the other, while the next ones come. */
export class PiecesUnderWay<Prepared> {
  readonly #clock: Pick<Clock, 'steadyMs' | 'after'>
  readonly #keeper: PieceKeeper<Prepared>
  readonly #spare: ArrayBuffer[] = []
  #underWay: UnderWay<Prepared>[] = []
  #end: Kept = 'kept'
  /** Commits what is prepared, for as long as there is anything under way. */
  #committing: Promise<void> | undefined
  #committedAtMs = Number.NEGATIVE_INFINITY
  /** No more comes, or one could not be prepared: what there is is counted in at once. */
  #isHurried = false
  #hurry = () => {}

  constructor(clock: Pick<Clock, 'steadyMs' | 'after'>, keeper: PieceKeeper<Prepared>) {
    this.#clock = clock
    this.#keeper = keeper
  }

  get areNone(): boolean {
    return this.#underWay.length === 0
  }

  /** Room for a piece: of one that is prepared, if there is, since new memory costs more than anything that is done with it. */
  room(bytes: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare.pop()
    return spare !== undefined && spare.byteLength >= bytes ? new Uint8Array(spare, 0, bytes) : new Uint8Array(bytes)
  }

  /** Resolves when there is room for another one; with what became of one that was not kept, after which none is. Rejects when one could not be prepared. */
  async add(piece: Piece): Promise<Kept> {
    const before = this.#underWay.at(-1)
    const begin = () => this.#keeper.prepare(piece, (memory) => this.#spare.push(memory))
    // The whole of a piece takes the place of its beginning, never the other way round.
    const preparing = before?.number === piece.number ? before.ready.then(begin) : begin()
    const one: UnderWay<Prepared> = {
      number: piece.number,
      left: Promise.withResolvers(),
      ready: preparing.then((prepared) => {
        one.prepared = prepared
      }),
    }
    // Whoever waits for the end hears of it.
    one.ready.catch(() => this.#hurryUp())
    this.#underWay.push(one)
    if (this.#committing === undefined) {
      this.#committing = this.#commit()
      this.#committing.catch(() => {})
    }
    await this.#untilThereIsRoom()
    return this.#end
  }

  /** When none is under way any more: `kept`, or what became of the first that was not. Rejects when one could not be prepared or counted in. */
  async end(): Promise<Kept> {
    this.#hurryUp()
    try {
      await this.#committing
    } finally {
      await Promise.allSettled(this.#underWay.map(({ ready }) => ready))
    }
    return this.#end
  }

  async #untilThereIsRoom(): Promise<void> {
    while (this.#end === 'kept') {
      const unprepared = this.#underWay.filter(({ prepared }) => prepared === undefined)
      if (unprepared.length > MOST_UNDER_WAY) await Promise.race([...unprepared.map(({ ready }) => ready), this.#underWay[0]?.left.promise])
      else if (this.#underWay.length > MOST_UNCOUNTED) await this.#underWay[0]?.left.promise
      else return
    }
  }

  #hurryUp(): void {
    this.#isHurried = true
    this.#hurry()
  }

  async #untilDue(): Promise<void> {
    const waitMs = this.#committedAtMs + COUNT_EVERY_MS - this.#clock.steadyMs()
    if (waitMs <= 0 || this.#isHurried) return
    let cancel = () => {}
    await new Promise<void>((resolve) => {
      cancel = this.#clock.after(waitMs, resolve)
      this.#hurry = resolve
    })
    cancel()
  }

  async #commit(): Promise<void> {
    try {
      for (;;) {
        const [first] = this.#underWay
        if (first === undefined) break
        await first.ready
        await this.#untilDue()
        this.#committedAtMs = this.#clock.steadyMs()
        const unready = this.#underWay.findIndex(({ prepared }) => prepared === undefined)
        const batch = this.#underWay.slice(0, unready < 0 ? undefined : unready)
        this.#end = await this.#keeper.commit(batch.map(({ prepared }) => prepared as Prepared))
        if (this.#end !== 'kept') break
        this.#underWay = this.#underWay.slice(batch.length)
        for (const { left } of batch) left.resolve()
      }
    } catch (fault) {
      this.#end = 'unwanted'
      throw fault
    } finally {
      for (const { left } of this.#end === 'kept' ? [] : this.#underWay) left.resolve()
      if (this.#end === 'kept') this.#committing = undefined
    }
  }
}
