import type { StationStart } from '#contract/station.ts'
import type { FromScreen, ToScreen } from './kiosk-messages.ts'

/** How often the shell looks at its pages. */
export const LOOK_EVERY_MS = 500
/** A page that was there and has said nothing for so long is not live: it says a word four times a second. */
const TOLD_MS = 3_000
/** By then it is taken away for another one. */
const HUNG_MS = 20_000
/** The process of a page that hung has ended by then, unless others use the workers in it: Chromium waits for some ten seconds after its last page. */
const GONE_MS = 12_000
/** A page that has said nothing yet may be loading, on a slow line too: `src/recover.ts` gives it two minutes, and then says so by itself. */
const START_MS = 150_000
/** One after a page that hung may be in the very process that still does. */
const START_AFTER_HUNG_MS = 60_000
/** A page that goes down sooner than this after its start is not followed by the next one at once. */
const LEAST_LIFE_MS = 5_000
/** A successor that is not ready by then is given up, and the page that is shown stays. */
const READY_MS = 90_000
/** A page in the process of the shell has a successor in one of its own then; or after as long again. */
const WITH_SHELL_MS = 60_000

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
  /** The page before it hung. */
  isAfterHung: boolean
  isWithShell: boolean
  live: number
}

interface SuccessionOptions<Frame> {
  /** Begins a page, behind what is seen: in a process of its own, or in that of the shell. */
  open: (start: StationStart, isWithShell: boolean) => Frame
  /** Lays words over what is seen: the page does not answer, for so long; not finite where none has ever answered. Nothing: takes them away. */
  say: (silentMs: number | undefined) => void
  shell: () => { mark: string; forMs: number }
}

/** The pages of a screen, one after the other: the one that is seen, and the one that is to take its place. */
export class Succession<Frame extends ScreenFrame> {
  readonly #options: SuccessionOptions<Frame>
  /** None while a process that hangs is waited for, that it ends. */
  #shown: Page<Frame> | undefined
  #noneMs = 0
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
    if (message.kind === 'renew' && page === this.#shown) this.#next ??= this.#open(message.start)
    if (message.kind !== 'alive') return
    page.live = message.live
    if (page === this.#shown) this.#tellShown()
    else if (message.isDrawn && page.live >= (this.#shown?.live ?? 0)) this.#showNext(page)
  }

  /** The process of that page has ended, or the page has gone by itself. */
  isGone(frame: Frame): void {
    const page = this.#pageOf(frame)
    if (page === undefined || page.ageMs < LEAST_LIFE_MS) return
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

  #open(start: StationStart, { isWithShell = false, isAfterHung = false } = {}): Page<Frame> {
    return { frame: this.#options.open(start, isWithShell), ageMs: 0, silentMs: 0, hasSpoken: false, isAfterHung, isWithShell, live: 0 }
  }

  /** Opens a page that is seen at once. */
  #begin(start: StationStart, how?: { isWithShell?: boolean; isAfterHung?: boolean }): void {
    this.#shown = this.#open(start, how)
    this.#shown.frame.raise()
  }

  #pageOf(frame: Frame): Page<Frame> | undefined {
    return this.#pages.find((page) => page.frame === frame)
  }

  #wait(): void {
    this.#noneMs += LOOK_EVERY_MS
    if (this.#noneMs >= GONE_MS) this.#begin('fault', { isAfterHung: true })
  }

  #judge({ silentMs, hasSpoken, isAfterHung, isWithShell, ageMs }: Page<Frame>): void {
    if (isWithShell && ageMs % WITH_SHELL_MS === 0) this.#next ??= this.#open('fault')
    if (hasSpoken && silentMs >= HUNG_MS) this.#takeAway()
    else if (!hasSpoken && silentMs >= (isAfterHung ? START_AFTER_HUNG_MS : START_MS)) this.#replace({ isWithShell: isAfterHung })
  }

  #answers(): void {
    this.#silentMs = 0
    this.#hasFailed = false
    this.#options.say(undefined)
  }

  #tellShown(): void {
    this.#shown?.frame.tell({ kind: 'shown', shell: this.#options.shell() })
  }

  /** What is seen has failed, and whatever is in its process with it. The next one would hang there too: it begins when that process has ended. */
  #takeAway(): void {
    for (const { frame } of this.#pages) frame.remove()
    this.#next = undefined
    this.#shown = undefined
    this.#noneMs = 0
    this.#hasFailed = true
    this.#options.say(this.#silentMs)
  }

  /** Another page at once; with the shell where a process that hangs does not end. */
  #replace(how?: { isWithShell: boolean }): void {
    this.#takeAway()
    this.#begin('fault', how)
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
