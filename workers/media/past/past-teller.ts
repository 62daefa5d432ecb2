import type { PastClockState, PastNews, PastWindowState } from '#contract/playback-api.ts'

/** How often the page hears that nothing but the pictures changed, and the clock as it does by itself. */
const NEWS_MS = 250

/** Tells the page what has become of a playback: what it does not know yet, and at once only what it could not know by itself. */
export class PastTeller {
  readonly #tell: (news: PastNews) => void
  /** What the page knows, without the pictures and where the clock stands: nothing after an order. */
  #told = ''
  #toldAll = ''
  #toldMs = 0

  constructor(tell: (news: PastNews) => void) {
    this.#tell = tell
  }

  /** Something was ordered: whoever did so hears of it, also where nothing has changed. */
  forget(): void {
    this.#told = ''
  }

  look(clock: PastClockState, windows: PastWindowState[], nowMs: number): void {
    // A clock that is kept to its pictures is set back at each look, a little: the page has time for that.
    const kept = { ...clock, atMs: undefined, sinceMs: undefined }
    const text = JSON.stringify([kept, windows.map((state) => ({ ...state, pictureMs: undefined }))])
    const isKnown = text === this.#told
    if (isKnown && nowMs - this.#toldMs < NEWS_MS) return
    const all = JSON.stringify([clock, windows])
    if (isKnown && all === this.#toldAll) return
    this.#told = text
    this.#toldAll = all
    this.#toldMs = nowMs
    this.#tell({ clock, windows })
  }
}
