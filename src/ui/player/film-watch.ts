import type { Breakage } from '../../lib/player-deck.ts'
import { reach, type Reach } from '../../lib/reach.ts'

/** What is waited for so long may not come. */
const PATIENCE_MS = 3_000
/** Between two looks whether the line is back. */
const AGAIN_MS = 2_000
/** With the line back for so many looks and nothing that comes, what was under way on it is dead: it is asked for anew. */
const LOOKS_BEFORE_ANEW = 2
/** Nothing comes for so long, however slow the line is, and though nobody knows that it broke: that is dead too. */
const LONGEST_SILENCE_MS = 30_000
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
  /** How often in a row the file was there, since it was last fetched anew. */
  #reached = 0
  /** When something of it came last, or it was last asked for. */
  #cameMs = performance.now()
  /** With nothing for so long on a line that was back it is fetched anew: longer each time, as that throws away what is under way. */
  #silenceMs = PATIENCE_MS

  /** `tell` hears of each change: undefined when all is well. */
  constructor(video: HTMLVideoElement, tell: (breakage: Breakage | undefined) => void) {
    this.#video = video
    this.#tell = tell
    video.addEventListener('error', () => void this.#look())
    video.addEventListener('waiting', () => this.#wait())
    for (const event of ['loadstart', 'progress']) video.addEventListener(event, () => (this.#cameMs = performance.now()))
    for (const event of ['canplay', 'playing']) video.addEventListener(event, () => this.#goesOn())
    video.addEventListener('loadedmetadata', () => {
      if (video.videoWidth === 0) this.#become('unplayable')
    })
  }

  /** Its element is shown. */
  resume(): void {
    this.#isStopped = false
    if (this.#video.error !== null || this.#breakage === 'lost') void this.#look()
    else if (!this.#video.paused && !this.#isWell) this.#wait()
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

  #wait(): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => void this.#look(), PATIENCE_MS)
  }

  /** Finds out what is wrong, and looks again and again for as long as the film is wanted and something of it may yet come. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#reached = 0
    do {
      const found = await reach(this.#video.currentSrc)
      this.#reached = found === 'there' ? this.#reached + 1 : 0
      if (!this.#mayGoOn(found)) break
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    } while (!this.#isStopped && !this.#isWell)
    this.#isLooking = false
  }

  /** False when there is nothing more to be waited for. */
  #mayGoOn(found: Reach): boolean {
    const { error, paused } = this.#video
    if (this.#isStopped || this.#isWell) return false
    if (found === 'nowhere') this.#anew = 0
    if (found === 'nowhere' || error?.code === MediaError.MEDIA_ERR_NETWORK) this.#become('lost')
    if (found === 'refused') this.#become('refused')
    if (found !== 'there') return found === 'nowhere'
    if (error !== null && this.#anew >= (this.#breakage === 'lost' ? MOST_ANEW : 1) && error.code !== MediaError.MEDIA_ERR_NETWORK) {
      this.#become('unplayable')
      return false
    }
    if (error !== null || this.#isDead) this.#fetchAnew()
    return error !== null || this.#breakage === 'lost' || !paused
  }

  /** Nothing comes any more of what was asked for. Over a thin line something does, long before there is enough of it to be shown. */
  get #isDead(): boolean {
    if (this.#reached < LOOKS_BEFORE_ANEW) return false
    const silenceMs = performance.now() - this.#cameMs
    if (this.#breakage === 'lost') return silenceMs >= this.#silenceMs
    // What is all here, and slow to be decoded, is not asked for any more.
    return this.#video.networkState === HTMLMediaElement.NETWORK_LOADING && silenceMs >= LONGEST_SILENCE_MS
  }

  #fetchAnew(): void {
    this.#anew += 1
    this.#reached = 0
    this.#cameMs = performance.now()
    this.#silenceMs = Math.min(2 * this.#silenceMs, LONGEST_SILENCE_MS)
    this.#video.load()
  }

  #goesOn(): void {
    clearTimeout(this.#patience)
    this.#anew = 0
    this.#silenceMs = PATIENCE_MS
    if (this.#breakage !== 'unplayable') this.#become(undefined)
  }

  #become(breakage: Breakage | undefined): void {
    if (breakage === this.#breakage) return
    this.#breakage = breakage
    this.#tell(breakage)
  }
}
