/** Who hears where the playhead is wanted. Epoch ms. */
export interface HeadWishes {
  onSeek(atMs: number): void
  onScrub?: ((atMs: number) => void) | undefined
}

/**
 * The playhead in a hand, and what is told of its way. Where it is taken is sought at once: most only press and let go, and need not wait for the second
 * half of that. While it is moved, the first moment after each picture of the screen is told at once, and of those that follow before the next picture
 * the newest with that.
 */
export class HeldHead {
  readonly #wishes: () => HeadWishes
  #atMs: number | undefined
  /** It has not been moved since this moment was sought. */
  #isSought = false
  #dueMs: number | undefined
  #hasTold = false

  constructor(wishes: () => HeadWishes) {
    this.#wishes = wishes
  }

  get isHeld(): boolean {
    return this.#atMs !== undefined
  }

  take(atMs: number): void {
    this.#atMs = atMs
    this.#isSought = true
    this.#wishes().onSeek(atMs)
  }

  move(atMs: number): void {
    if (atMs === this.#atMs) return
    this.#atMs = this.#dueMs = atMs
    this.#isSought = false
    if (!this.#hasTold) this.#tell()
  }

  /** There is a new picture on the screen. */
  drawn(): void {
    this.#tell()
    this.#hasTold = false
  }

  #tell(): void {
    const dueMs = this.#dueMs
    if (dueMs === undefined) return
    this.#dueMs = undefined
    this.#hasTold = true
    this.#wishes().onScrub?.(dueMs)
  }

  /** `isTaken`: the hand let go of it, and did not lose it. */
  end(isTaken: boolean): void {
    const atMs = this.#atMs
    this.#atMs = this.#dueMs = undefined
    if (isTaken && atMs !== undefined && !this.#isSought) this.#wishes().onSeek(atMs)
  }
}
