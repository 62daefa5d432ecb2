/**
 * When a long list asks for its next page: as soon as few rows are left below the screen. Whoever scrolls faster than the answers come stands at the end
 * when they do, and moves no more: so it is looked again whenever the list has grown.
 */
export class NextPages {
  readonly #rowsAhead: number
  #lastShown = 0
  /** So long the list was when it was asked last: a page that adds no row (it went into a burst) is no reason to ask for another one. */
  #askedAt: number | undefined

  /** `rowsAhead`: so few rows below the screen are few. */
  constructor(rowsAhead: number) {
    this.#rowsAhead = rowsAhead
  }

  /** The last row on the screen is this one now. */
  shown(last: number): void {
    this.#lastShown = last
    this.#askedAt = undefined
  }

  /** Whether the next page is to be asked for now, of a list with so many rows. True once for each reason. */
  asks(rowCount: number | undefined, mayGoOn: boolean): boolean {
    if (!mayGoOn || rowCount === undefined || rowCount === this.#askedAt || this.#lastShown < rowCount - this.#rowsAhead) return false
    this.#askedAt = rowCount
    return true
  }
}
