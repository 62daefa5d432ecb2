/** A service that was restarted is there again within seconds, and people wait for pictures: so many attempts come soon after one another. */
const QUICK_ATTEMPTS = 20
const QUICK_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Whatever stood this long was a success, and the next pauses are short ones again. */
const STABLE_MS = 5_000

/** Pauses between attempts: short ones for about four seconds, then twice as long each time, up to 5 s. Each is up to a half shorter, so that not all tabs come in one moment. */
export class Retry {
  readonly #attempt: () => void
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #openedAtMs: number | undefined

  constructor(attempt: () => void) {
    this.#attempt = attempt
  }

  opened(): void {
    this.#openedAtMs = Date.now()
  }

  /** Tries again after the pause that is due. Whoever was told no has an answer, and does not ask again at once. */
  later({ isRefused = false } = {}): void {
    if (this.#openedAtMs !== undefined && Date.now() - this.#openedAtMs >= STABLE_MS) this.#failures = 0
    this.#openedAtMs = undefined
    if (isRefused) this.#failures = Math.max(this.#failures, QUICK_ATTEMPTS + 1)
    const wholeMs = Math.min(QUICK_PAUSE_MS * 2 ** Math.max(0, this.#failures - QUICK_ATTEMPTS), LONGEST_PAUSE_MS)
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.now(), wholeMs * (1 - Math.random() / 2))
  }

  now(): void {
    this.stop()
    this.#attempt()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined
  }
}
