/** A part of a file that begins at `number` pieces; `isWhole`: it is all of that piece, else its beginning. */
export interface Piece {
  number: number
  bytes: Uint8Array<ArrayBuffer>
  isWhole: boolean
}

/** What became of a piece: `unwanted`: it is not kept, and no more is wanted; `wrong`: too much is not what the service has. */
export type Kept = 'kept' | 'unwanted' | 'wrong'

/** Begins with a piece when it comes, and answers how it is to be ended when all before it are. */
export type KeepPiece = (piece: Piece) => Promise<() => Promise<Kept>>

/** Pieces between the network and the disk. More would be memory, and less would leave one of both waiting for the other. */
const MOST_UNDER_WAY = 3

/** Pieces that are checked, sealed and written, in their order, while the next ones come. */
export class PiecesUnderWay {
  readonly #keep: KeepPiece
  #underWay: Promise<Kept>[] = []
  #last: Promise<Kept> = Promise.resolve('kept')
  readonly #spare: ArrayBuffer[] = []

  constructor(keep: KeepPiece) {
    this.#keep = keep
  }

  get areNone(): boolean {
    return this.#underWay.length === 0
  }

  /** Room for a piece: of one that is kept, if there is, since new memory costs more than anything that is done with it. */
  room(bytes: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare.pop()
    return spare !== undefined && spare.byteLength >= bytes ? new Uint8Array(spare, 0, bytes) : new Uint8Array(bytes)
  }

  /** Resolves when there is room for another one; with what became of one that was not kept, after which none is. */
  async add(piece: Piece): Promise<Kept> {
    const begun = this.#keep(piece)
    // Nobody waits for it when one before it is not kept.
    begun.catch(() => {})
    this.#last = this.#last.then(async (before) => (before === 'kept' ? (await begun)() : before))
    const last = this.#last
    this.#underWay.push(last)
    const leave = () => {
      this.#underWay = this.#underWay.filter((one) => one !== last)
      this.#spare.push(piece.bytes.buffer)
    }
    last.then(leave, leave)
    return this.#underWay.length > MOST_UNDER_WAY ? ((await this.#underWay[0]) ?? 'kept') : 'kept'
  }

  /** When none is under way any more: `kept`, or what became of the first that was not. */
  end(): Promise<Kept> {
    return this.#last
  }
}
