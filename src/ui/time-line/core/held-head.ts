/** Who hears where the playhead is wanted. Epoch ms. */
export interface HeadWishes {
  onSeek(atMs: number): void
  onScrub?: ((atMs: number) => void) | undefined
}

/**
 * The playhead in a hand, and what is told of its way. Where it is taken is sought at once if the press is meant: most only press and let go, and need not
 * wait for the second half of that. While it is moved, the first moment after each picture of the screen is told at once, and of those that follow before
 * the next picture the newest with that. A playhead that the hand loses goes back to where it was before.
 */
export class HeldHead {
  readonly #wishes: () => HeadWishes
  #atMs: number | undefined
  #beforeMs = 0
  /** Something was told since it was taken: who heard it is no longer where the playhead was before. */
  #isLed = false
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

  /** `beforeMs`: where it was. `isMeant`: who presses here wants to be here; else that is seen when the hand moves it or lets go. */
  take(atMs: number, { beforeMs, isMeant }: { beforeMs: number; isMeant: boolean }): void {
    this.#atMs = atMs
    this.#beforeMs = beforeMs
    this.#isLed = this.#isSought = isMeant
    if (isMeant) this.#wishes().onSeek(atMs)
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
    this.#hasTold = this.#isLed = true
    this.#wishes().onScrub?.(dueMs)
  }

  /** The hand lets go of it. */
  release(): void {
    const atMs = this.#atMs
    this.#atMs = this.#dueMs = undefined
    if (atMs !== undefined && !this.#isSought) this.#wishes().onSeek(atMs)
  }

  /** The hand loses it. Answers where it is led back to; nothing where nobody was led away. */
  lose(): number | undefined {
    const isAway = this.isHeld && this.#isLed
    this.#atMs = this.#dueMs = undefined
    if (!isAway) return undefined
    this.#wishes().onSeek(this.#beforeMs)
    return this.#beforeMs
  }
}
