import type { StationStart } from '#contract/station.ts'
import type { FromScreen, ToScreen } from './kiosk-messages.ts'

/** How often the shell looks at its pages. */
export const LOOK_EVERY_MS = 500
/** A page that was there and has said nothing for so long is not live: it says a word four times a second. */
const TOLD_MS = 3_000
/** By then it is taken away for another one. */
const HUNG_MS = 20_000
/** By then another page begins, though nobody has told that the process of the one that hung has ended. */
const GONE_MS = 60_000
/** A page that has said nothing yet may be loading, on a slow line too: `src/recover.ts` gives it two minutes, and then says so by itself. */
const START_MS = 150_000
/** The first one that has begun without that may be in the very process that still hangs; those after it may only load slowly. */
const START_AFTER_HUNG_MS = 60_000
/** A process that is not told to have ended when so many pages have begun, or are to begin, without that does not end by itself. */
const MOST_UNTOLD = 3
/** A page that goes down sooner than this after its start is not followed by the next one at once. */
const LEAST_LIFE_MS = 5_000
/** A successor that is not ready by then is given up, and the page that is shown stays. */
const READY_MS = 90_000

/** What one page of the screen stands in. */
export interface ScreenFrame {
  tell: (message: ToScreen) => void
  /** It is seen from now on: a later one stands over those before. */
  raise: () => void
  /** Another one is seen in its place. It goes when that is surely drawn. */
  lower: () => void
  remove: () => void
}

interface Page<Frame> {
  frame: Frame
  /** Both are counted in looks: where the browser holds back timers, it does so to those of the pages as well. */
  ageMs: number
  silentMs: number
  hasSpoken: boolean
  hasTrouble: boolean
  /** It is told when its process has ended. */
  isWatched: boolean
  /** It went down as it started. */
  hasGone: boolean
  /** The page before it hung, and its process was not told to have ended. */
  isAfterHung: boolean
  live: number
}

interface SuccessionOptions<Frame> {
  /** Begins a page, behind what is seen. */
  open: (start: StationStart) => Frame
  /** Lays words over what is seen: the page does not answer, for so long; not finite where none has ever answered. Nothing: takes them away. */
  say: (silentMs: number | undefined) => void
  shell: () => { mark: string; forMs: number }
  /** Loads the shell anew where it may: no page that it holds answers any more. It is asked for again where that was not done. */
  restart: () => void
}

/** The pages of a screen, one after the other: the one that is seen, and the one that is to take its place. */
export class Succession<Frame extends ScreenFrame> {
  readonly #options: SuccessionOptions<Frame>
  /** None while a process that hangs is waited for, that it ends. */
  #shown: Page<Frame> | undefined
  #noneMs = 0
  /** What was in that process, and has not been told to have gone. */
  readonly #leaving = new Set<Frame>()
  /** So many pages have begun since the last word though nobody has told that it has ended. */
  #untold = 0
  #next: Page<Frame> | undefined
  /** Since the last word of what is seen, whichever page said it; none was said yet before that counts. */
  #silentMs = Number.NEGATIVE_INFINITY
  #hasFailed = false

  constructor(options: SuccessionOptions<Frame>) {
    this.#options = options
    this.#begin('start')
  }

  /** Those that may speak. */
  get frames(): Frame[] {
    return this.#pages.map(({ frame }) => frame)
  }

  hear(frame: Frame, message: FromScreen): void {
    const page = this.#pageOf(frame)
    if (page === undefined) return
    page.silentMs = 0
    page.hasSpoken = true
    if (page === this.#shown) this.#answers()
    if (message.kind === 'there') page.isWatched = true
    if (message.kind === 'renew' && page === this.#shown) this.#next ??= this.#open(message.start)
    if (message.kind !== 'alive') return
    page.live = message.live
    const { hasTrouble = false } = message
    // When pictures come back they come without a successor that loads beside them. One that was begun in a trouble may be what ends it.
    if (page === this.#shown && hasTrouble && !page.hasTrouble && this.#next !== undefined) this.#giveUp()
    page.hasTrouble = hasTrouble
    if (page === this.#shown) this.#tellShown()
    else if (message.isDrawn && page.live >= (this.#shown?.live ?? 0)) this.#showNext(page)
  }

  /** The process of that page has ended, or the page has gone by itself: told of each that has said `there`. */
  isGone(frame: Frame): void {
    if (this.#leaving.delete(frame) && this.#leaving.size === 0) this.#follow()
    const page = this.#pageOf(frame)
    if (page === undefined) return
    page.hasGone = true
    if (page.ageMs < LEAST_LIFE_MS) return
    if (page === this.#next) this.#giveUp()
    else this.#replace()
  }

  /** Each `LOOK_EVERY_MS`. */
  look(): void {
    for (const page of this.#pages) {
      page.ageMs += LOOK_EVERY_MS
      page.silentMs += LOOK_EVERY_MS
    }
    this.#silentMs += LOOK_EVERY_MS
    if (this.#next !== undefined && this.#next.ageMs > READY_MS) this.#giveUp()
    if (this.#shown === undefined) this.#wait()
    else this.#judge(this.#shown)
    if (this.#hasFailed || this.#silentMs >= TOLD_MS) this.#options.say(this.#silentMs)
  }

  get #pages(): Page<Frame>[] {
    return [this.#shown, this.#next].filter((page) => page !== undefined)
  }

  #open(start: StationStart, isAfterHung = false): Page<Frame> {
    const frame = this.#options.open(start)
    return { frame, ageMs: 0, silentMs: 0, hasSpoken: false, hasTrouble: false, isWatched: false, hasGone: false, isAfterHung, live: 0 }
  }

  /** Opens a page that is seen at once. */
  #begin(start: StationStart, isAfterHung = false): void {
    this.#shown = this.#open(start, isAfterHung)
    this.#shown.frame.raise()
  }

  #pageOf(frame: Frame): Page<Frame> | undefined {
    return this.#pages.find((page) => page.frame === frame)
  }

  #wait(): void {
    this.#noneMs += LOOK_EVERY_MS
    if (this.#noneMs < GONE_MS) return
    this.#untold += 1
    if (this.#untold >= MOST_UNTOLD) this.#options.restart()
    this.#begin('fault', true)
  }

  /** The process that hung has ended: the next page has one of its own. One that has begun before that, and has not spoken, went down with it. */
  #follow(): void {
    this.#untold = 0
    if (this.#shown === undefined) this.#begin('fault')
    else if (this.#shown.isAfterHung && !this.#shown.hasSpoken) this.#replace()
  }

  #judge({ silentMs, hasSpoken, hasGone, isAfterHung }: Page<Frame>): void {
    const startMs = isAfterHung && this.#untold === 1 ? START_AFTER_HUNG_MS : START_MS
    if (silentMs < (hasSpoken ? HUNG_MS : startMs)) return
    if (hasGone || !(hasSpoken || isAfterHung)) this.#replace()
    else this.#takeAway()
  }

  #answers(): void {
    this.#silentMs = 0
    this.#hasFailed = false
    // A page that speaks is not in the process that hung.
    this.#untold = 0
    this.#leaving.clear()
    this.#options.say(undefined)
  }

  #tellShown(): void {
    this.#shown?.frame.tell({ kind: 'shown', shell: this.#options.shell() })
  }

  /** What is seen has failed, and whatever is in its process with it. The next one would hang there too: it begins when that process has ended. */
  #takeAway(): void {
    for (const { frame, isWatched, hasGone } of this.#pages) {
      if (isWatched && !hasGone) this.#leaving.add(frame)
      frame.remove()
    }
    this.#next = undefined
    this.#shown = undefined
    this.#noneMs = 0
    this.#hasFailed = true
    this.#options.say(this.#silentMs)
  }

  /** Another page at once: the process of this one is no more, or never hung. */
  #replace(): void {
    this.#takeAway()
    this.#begin('fault')
  }

  #giveUp(): void {
    this.#next?.frame.remove()
    this.#next = undefined
    this.#shown?.frame.tell({ kind: 'kept' })
  }

  #showNext(page: Page<Frame>): void {
    const last = this.#shown
    this.#shown = page
    this.#next = undefined
    page.frame.raise()
    last?.frame.lower()
    this.#answers()
    this.#tellShown()
  }
}
