import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { TourValue } from '#contract/calls/config/user-config.ts'

/** What a tour puts up at one time: a layout by its id, or some of the cameras. */
export type TourView = { layoutId: string } | { layout: LayoutValue }

/** The views of a tour in order. `known`: the layouts that the person sees; others are left out. */
export function viewsOf(tour: TourValue, known: ReadonlySet<string>): TourView[] {
  if (tour.kind === 'layouts') return tour.layoutIds.filter((id) => known.has(id)).map((layoutId) => ({ layoutId }))
  const { channels, splitNum } = tour
  return Array.from({ length: Math.ceil(channels.length / splitNum) }, (_, view) => ({
    layout: {
      splitNum,
      isDefault: false,
      playChlList: channels.slice(view * splitNum, (view + 1) * splitNum).map((channel, winIndex) => ({ winIndex, ...channel })),
    },
  }))
}

/** Time as a tour counts it. */
interface TourClock {
  nowMs(): number
  after(ms: number, then: () => void): () => void
}

const browserClock: TourClock = {
  nowMs: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

export interface TourState {
  index: number
  count: number
  isPaused: boolean
}

/**
 * Goes from view to view, each for the dwell time, from the last to the first. While it pauses it keeps what was left of the time; a tab that
 * nobody saw goes on with the next view, however many it has missed. One view alone just stays.
 */
export class TourRun {
  readonly #views: readonly TourView[]
  readonly #dwellMs: number
  readonly #show: (view: TourView) => void
  readonly #told: (state: TourState) => void
  readonly #clock: TourClock
  #index = 0
  #endsMs = 0
  #leftMs: number | undefined
  #cancel: () => void = () => {}

  constructor(
    views: readonly TourView[],
    dwellMs: number,
    doors: { show: (view: TourView) => void; told: (state: TourState) => void },
    clock: TourClock = browserClock,
  ) {
    this.#views = views
    this.#dwellMs = dwellMs
    this.#show = doors.show
    this.#told = doors.told
    this.#clock = clock
    this.go(0)
  }

  /** Shows this view, counted from 0 and around the end, for its whole time. */
  go(index: number): void {
    const count = this.#views.length
    const view = this.#views[((index % count) + count) % count]
    if (view === undefined) return
    this.#index = ((index % count) + count) % count
    this.#show(view)
    if (this.#leftMs === undefined) this.#wait(this.#dwellMs)
    else this.#leftMs = this.#dwellMs
    this.#tell()
  }

  next(): void {
    this.go(this.#index + 1)
  }

  previous(): void {
    this.go(this.#index - 1)
  }

  pause(): void {
    if (this.#leftMs !== undefined) return
    this.#leftMs = Math.max(0, this.#endsMs - this.#clock.nowMs())
    this.#cancel()
    this.#tell()
  }

  resume(): void {
    if (this.#leftMs === undefined) return
    const leftMs = this.#leftMs
    this.#leftMs = undefined
    this.#wait(leftMs)
    this.#tell()
  }

  end(): void {
    this.#cancel()
  }

  #wait(ms: number): void {
    this.#cancel()
    if (this.#views.length < 2) return
    this.#endsMs = this.#clock.nowMs() + ms
    this.#cancel = this.#clock.after(ms, () => this.next())
  }

  #tell(): void {
    this.#told({ index: this.#index, count: this.#views.length, isPaused: this.#leftMs !== undefined })
  }
}
