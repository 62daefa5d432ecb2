const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Whatever stood this long was a success, and the next pause is a short one again. */
const STABLE_MS = 5_000

/** Pauses that grow from 0.25 s to 5 s between attempts. */
export class Retry {
  readonly #attempt: () => void
  #pauseMs = FIRST_PAUSE_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #openedAtMs: number | undefined

  constructor(attempt: () => void) {
    this.#attempt = attempt
  }

  opened(): void {
    this.#openedAtMs = Date.now()
  }

  /** Tries again after the pause that is due. */
  later(): void {
    if (this.#openedAtMs !== undefined && Date.now() - this.#openedAtMs >= STABLE_MS) this.#pauseMs = FIRST_PAUSE_MS
    this.#openedAtMs = undefined
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.now(), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
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
