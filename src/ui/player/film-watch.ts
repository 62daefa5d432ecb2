import type { Breakage } from '../../lib/player-deck.ts'
import { reach, type Reach } from '../../lib/reach.ts'

/** What is waited for so long may not come. */
const PATIENCE_MS = 3_000
/** Between two looks whether the line is back. */
const AGAIN_MS = 2_000
/** With the line back for so many looks and nothing shown, what was under way on it is dead: it is asked for anew. */
const LOOKS_BEFORE_ANEW = 2
/**
 * A film that is there, and of which the browser makes nothing so often since the line is back, is none. Where the line is not known to have broken
 * once is enough; at the first time nobody knows: a line that breaks at the beginning of a film is told by the same error.
 */
const MOST_ANEW = 3

/** Looks after the film of one `<video>`: finds out why nothing of it comes, and goes on with it when the line is back. */
export class FilmWatch {
  readonly #video: HTMLVideoElement
  readonly #tell: (breakage: Breakage | undefined) => void
  #breakage: Breakage | undefined
  #patience: ReturnType<typeof setTimeout> | undefined
  #isLooking = false
  #isStopped = false
  /** How often it was fetched anew while nothing of it was shown. */
  #anew = 0

  /** `tell` hears of each change: undefined when all is well. */
  constructor(video: HTMLVideoElement, tell: (breakage: Breakage | undefined) => void) {
    this.#video = video
    this.#tell = tell
    video.addEventListener('error', () => void this.#look())
    video.addEventListener('waiting', () => {
      clearTimeout(this.#patience)
      this.#patience = setTimeout(() => void this.#look(), PATIENCE_MS)
    })
    for (const event of ['canplay', 'playing']) video.addEventListener(event, () => this.#goesOn())
    video.addEventListener('loadedmetadata', () => {
      if (video.videoWidth === 0) this.#become('unplayable')
    })
  }

  /** Its element is shown. */
  resume(): void {
    this.#isStopped = false
    if (this.#video.error !== null || this.#breakage === 'lost') void this.#look()
  }

  /** Its element is gone, for now or for good. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#patience)
  }

  /** Shown is what there is: nothing is missing. */
  get #isWell(): boolean {
    const { error, readyState, ended } = this.#video
    return error === null && (ended || readyState >= HTMLMediaElement.HAVE_FUTURE_DATA)
  }

  /** Finds out what is wrong, and looks again and again for as long as it is the line. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    let reached = 0
    do {
      const found = await reach(this.#video.currentSrc)
      reached = found === 'there' ? reached + 1 : 0
      if (!this.#mayGoOn(found, reached)) break
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    } while (!this.#isStopped && !this.#isWell)
    this.#isLooking = false
  }

  /** False when there is nothing more to be waited for. `reached`: how often in a row the file was there. */
  #mayGoOn(found: Reach, reached: number): boolean {
    const { error } = this.#video
    if (this.#isStopped || this.#isWell) return false
    if (found === 'nowhere') this.#anew = 0
    if (found === 'nowhere' || error?.code === MediaError.MEDIA_ERR_NETWORK) this.#become('lost')
    if (found === 'refused') this.#become('refused')
    if (found !== 'there') return found === 'nowhere'
    if (error !== null && this.#anew >= (this.#breakage === 'lost' ? MOST_ANEW : 1) && error.code !== MediaError.MEDIA_ERR_NETWORK) {
      this.#become('unplayable')
      return false
    }
    // A thin line brings it yet.
    if (error === null && this.#breakage !== 'lost') return false
    if (error !== null || reached >= LOOKS_BEFORE_ANEW) {
      this.#anew += 1
      this.#video.load()
    }
    return true
  }

  #goesOn(): void {
    clearTimeout(this.#patience)
    this.#anew = 0
    if (this.#breakage !== 'unplayable') this.#become(undefined)
  }

  #become(breakage: Breakage | undefined): void {
    if (breakage === this.#breakage) return
    this.#breakage = breakage
    this.#tell(breakage)
  }
}
