import { eventBeside, type Events } from './core/event-marks.ts'
import { HeldHead, type HeadWishes } from './core/held-head.ts'
import type { KeyAction } from './core/keys.ts'
import { marked, type Part } from './core/part.ts'
import type { Recorded } from './core/segments.ts'
import { snapped } from './core/snap.ts'
import { beginBeside } from './core/spans.ts'
import { clamped, msOf, panned, pxOf, showing, spanMs, zoomed, type Span, type View } from './core/view.ts'
import type { Layout } from './paint/layout.ts'
import { paint } from './paint/paint.ts'
import type { Palette } from './paint/palette.ts'

/** What a time line is told. Epoch ms. */
export interface Told extends HeadWishes {
  bounds: Span
  atMs: number
  lanes: readonly Recorded[]
  events?: Events | undefined
  part?: Part | undefined
  zone: string
  ownZone: string | undefined
  locale: string
  font: string
  palette: Palette
  layout: Layout
  isCompact: boolean
  isCalm: boolean
  /** Something is shown above what is pointed at. */
  hasPreview: boolean
  onPart?: ((part: Part) => void) | undefined
}

/** The elements that go with the pictures: they are moved with each, and not by React. */
export interface Elements {
  canvas: HTMLCanvasElement
  chip: HTMLElement
  preview: HTMLElement
}

/** How far a press may be from what it means, CSS pixels. */
const SNAP_PX = 6
const GLIDE_MS = 140
/** What is seen at first around the playhead. */
const FIRST_SPAN_MS = 24 * 60 * 60_000
/** Above the playhead of a line that has the focus there is a picture of each second. */
const FOCUSED_STEP_MS = 1_000
/** Where the playhead comes in again when it has run out of view. */
const FOLLOW_SHARE = 0.1

/** A time line outside of React: what of time is seen, where the playhead is, and the pictures of both, which are drawn when something has changed. */
export class Stage {
  #told: Told
  #view: View
  #elements: Elements | undefined
  #frame = 0
  /** The playhead while it is dragged, or until it is where somebody wanted it. */
  #wantedMs: number | undefined
  readonly #held = new HeldHead(() => this.#told)
  #pointerPx: number | undefined
  #isFocused = false
  #glide: { from: View; to: View; beganMs: number } | undefined
  readonly #listeners = new Set<() => void>()

  constructor(told: Told) {
    this.#told = told
    const half = FIRST_SPAN_MS / 2
    const first = told.isCompact ? told.bounds : { fromMs: told.atMs - half, toMs: told.atMs + half }
    this.#view = clamped({ ...first, widthPx: 1 }, told.bounds)
  }

  get view(): View {
    return this.#view
  }

  get layout(): Layout {
    return this.#told.layout
  }

  get isCompact(): boolean {
    return this.#told.isCompact
  }

  get headMs(): number {
    return this.#wantedMs ?? this.#told.atMs
  }

  get pointerMs(): number | undefined {
    return this.#pointerPx === undefined ? undefined : msOf(this.#view, this.#pointerPx)
  }

  /**
   * The moment that a preview is of: the playhead's while it is dragged, else that under the pointer. Whoever steers by keys sees what there is at the
   * playhead, as it goes on.
   */
  get previewMs(): number | undefined {
    if (this.#held.isHeld || this.#pointerPx !== undefined) return this.#held.isHeld ? this.headMs : this.pointerMs
    if (!this.#isFocused || !this.#told.hasPreview || this.headSide !== 0) return undefined
    return Math.floor(this.headMs / FOCUSED_STEP_MS) * FOCUSED_STEP_MS
  }

  get part(): Part | undefined {
    return this.#told.part
  }

  /** Where the playhead is from what is seen: before it, in it, or behind. */
  get headSide(): -1 | 0 | 1 {
    return this.headMs < this.#view.fromMs ? -1 : this.headMs > this.#view.toMs ? 1 : 0
  }

  /** For what React shows of it: the playhead and the pointer. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes on in these elements until the returned function is called. */
  attach(elements: Elements): () => void {
    this.#elements = elements
    const sized = new ResizeObserver(() => {
      this.#view = { ...this.#view, widthPx: Math.max(1, elements.canvas.clientWidth) }
      this.#changed()
    })
    sized.observe(elements.canvas)
    // What grows when its picture has come is put in its place anew.
    sized.observe(elements.preview)
    return () => {
      // A hand that holds the playhead has nothing in it any more.
      this.endScrub(false)
      sized.disconnect()
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      this.#elements = undefined
    }
  }

  tell(told: Told): void {
    const wasSeen = this.headSide === 0
    if (told.atMs !== this.#told.atMs && !this.#held.isHeld) this.#wantedMs = undefined
    this.#told = told
    if (told.isCompact) this.#view = clamped({ ...told.bounds, widthPx: this.#view.widthPx }, told.bounds)
    else if (!this.#glide) this.#view = clamped(this.#view, told.bounds)
    if (wasSeen && this.headSide !== 0 && !this.#held.isHeld) this.#bringHead(FOLLOW_SHARE)
    this.#changed()
  }

  zoom(factor: number, atPx: number): void {
    this.#glide = undefined
    this.#view = zoomed(this.#view, factor, atPx, this.#told.bounds)
    this.#changed()
  }

  pan(byPx: number): void {
    this.#glide = undefined
    this.#view = panned(this.#view, byPx, this.#told.bounds)
    this.#changed()
  }

  /** Around the playhead, or around the middle when that is not seen, in a movement that shows where it went. */
  zoomStep(factor: number): void {
    const from = this.#glide?.to ?? this.#view
    const px = this.headSide === 0 ? pxOf(this.#view, this.headMs) : this.#view.widthPx / 2
    this.#glideTo(zoomed(from, factor, px, this.#told.bounds))
  }

  showHead(): void {
    this.#bringHead(0.5)
  }

  point(px: number | undefined): void {
    this.#pointerPx = px
    this.#changed()
  }

  /** The line has the focus, and it is seen that it has. */
  focus(isFocused: boolean): void {
    this.#isFocused = isFocused
    this.#changed()
  }

  /** Somebody wants to see what lies under the preview. */
  putAwayPreview(): void {
    this.#isFocused = false
    this.point(undefined)
  }

  /** A hand takes the playhead, which comes to it. `isMeant`: it wants to be here, and is led here at once. */
  take(px: number, isMeant: boolean): void {
    const beforeMs = this.headMs
    this.#wantedMs = this.#momentAt(px)
    this.#held.take(this.#wantedMs, { beforeMs, isMeant })
    this.#changed()
  }

  /** The playhead goes along with the hand. */
  scrub(px: number): void {
    this.#wantedMs = this.#momentAt(px)
    this.#held.move(this.#wantedMs)
    this.#changed()
  }

  /** `isTaken`: the hand let go of it. One that it loses goes back to where it was before. */
  endScrub(isTaken: boolean): void {
    if (!this.#held.isHeld) return
    if (isTaken) this.#held.release()
    else this.#wantedMs = this.#held.lose()
    this.#changed()
  }

  #momentAt(px: number): number {
    return this.#within(msOf(this.#view, Math.max(0, Math.min(px, this.#view.widthPx))))
  }

  /** A press: an event, an edge or a mark that is near is meant. */
  press(px: number): void {
    this.seek(this.snap(px))
  }

  snap(px: number): number {
    const { lanes, events, part } = this.#told
    const ends = [part?.fromMs, part?.toMs].filter((end) => end !== undefined)
    const catches = [...(events ? [events.times] : []), ...lanes.map(({ any }) => any.starts), ends]
    return snapped(msOf(this.#view, px), catches, (SNAP_PX / this.#view.widthPx) * spanMs(this.#view))
  }

  seek(atMs: number): void {
    const held = this.#within(atMs)
    this.#wantedMs = held
    if (this.headSide !== 0) this.showHead()
    this.#told.onSeek(held)
    this.#changed()
  }

  /** One end of the part goes along with the hand, and does not pass the other. */
  moveEnd(which: 'fromMs' | 'toMs', px: number): void {
    const part = { ...this.#told.part, [which]: this.#within(this.snap(px)) }
    if ((part.fromMs ?? -Infinity) < (part.toMs ?? Infinity)) this.#told.onPart?.(part)
  }

  /** What a key asks for. Answers whether it did anything. */
  act(action: KeyAction): boolean {
    const { bounds, events, lanes, onPart, isCompact } = this.#told
    switch (action.kind) {
      case 'seek':
        this.seek(this.headMs + action.byMs)
        return true
      case 'seek-share':
        this.seek(this.headMs + (action.share * spanMs(this.#view)) / 10)
        return true
      case 'end':
        this.seek(action.which === 'from' ? bounds.fromMs : bounds.toMs)
        return true
      case 'zoom':
        if (!isCompact) this.zoomStep(action.factor)
        return !isCompact
      case 'mark':
        onPart?.(marked(this.#told.part ?? {}, action.which, this.headMs))
        return onPart !== undefined
      case 'leap': {
        const { to, way } = action
        const begins =
          to === 'event' ? [events && eventBeside(events, this.headMs, way)] : lanes.map(({ any }) => beginBeside(any, this.headMs, way))
        const found = begins.filter((begin) => begin !== undefined).toSorted((one, other) => way * (one - other))
        if (found[0] !== undefined) this.seek(found[0])
        return to === 'event' ? events !== undefined : lanes.length > 0
      }
    }
  }

  #within(atMs: number): number {
    const { fromMs, toMs } = this.#told.bounds
    return Math.round(Math.max(fromMs, Math.min(atMs, toMs)))
  }

  #bringHead(share: number): void {
    this.#glideTo(showing(this.#view, this.headMs, share, this.#told.bounds))
  }

  #glideTo(to: View): void {
    if (this.#told.isCalm) this.#view = to
    else this.#glide = { from: this.#view, to, beganMs: performance.now() }
    this.#changed()
  }

  #changed(): void {
    if (this.#elements && this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw)
  }

  #draw = (nowMs: number): void => {
    this.#frame = 0
    this.#step(nowMs)
    const { canvas, chip, preview } = this.#elements ?? {}
    if (!canvas || !chip || !preview) return
    this.#held.drawn()
    for (const listener of this.#listeners) listener()
    paint(canvas, {
      ...this.#told,
      events: this.#told.events,
      part: this.#told.part ?? {},
      view: this.#view,
      ratio: devicePixelRatio,
      headMs: this.headMs,
      pointerMs: this.#held.isHeld ? undefined : this.pointerMs,
    })
    place(chip, pxOf(this.#view, this.headMs), this.#view.widthPx)
    place(preview, pxOf(this.#view, this.previewMs ?? this.headMs), this.#view.widthPx)
  }

  #step(nowMs: number): void {
    if (!this.#glide) return
    const { from, to, beganMs } = this.#glide
    const share = Math.max(0, Math.min((nowMs - beganMs) / GLIDE_MS, 1))
    const eased = 1 - (1 - share) ** 3
    const between = (one: number, other: number) => one + (other - one) * eased
    const widthPx = this.#view.widthPx
    this.#view = { fromMs: between(from.fromMs, to.fromMs), toMs: between(from.toMs, to.toMs), widthPx }
    if (share === 1) this.#glide = undefined
    this.#changed()
  }
}

/** Above a place, and wholly within the line. */
function place(element: HTMLElement, px: number, widthPx: number): void {
  const half = element.offsetWidth / 2
  element.style.transform = `translateX(${Math.round(Math.max(0, Math.min(px - half, widthPx - 2 * half)))}px)`
}
