import type { MediaUnit } from '#contract/media.ts'
import type { PastCamera, PastPreviewNews } from '#contract/playback-api.ts'
import type { PastAnswer, PastAsk } from '#contract/recorded-media.ts'
import type { FrameSink } from '../sinks/frame-sink.ts'
import { GroupStore } from './group-store.ts'
import { KeyDecoder } from './key-decoder.ts'
import { KeySeeker } from './key-seeker.ts'
import type { PieceDoor } from './piece-loader.ts'

/** Key frames alone, of the small stream. */
const MOST_BYTES = 8_000_000
/** A picture of another moment does not stand for longer than this. */
const STALE_MS = 300
/** What takes so long shows that the line is thin: what is played needs it, and this rests for a while. */
const SLOW_MS = 1_000
const REST_MS = 30_000

interface PreviewDoor extends PieceDoor {
  tell(news: PastPreviewNews): void
  /** Something that is played is being waited for. */
  isBusy(): boolean
  /** Somebody went elsewhere, and the pictures of that are being decoded. */
  isDecoding(): boolean
}

/** What somebody points at. */
interface Wish {
  atMs: number
  sinceMs: number
  /** It is known what there is of it. */
  isOver: boolean
}

/**
 * The picture of the moment that somebody points at: the key frame at or before it. It has a store, a decoder and a place on the page of its own, so that
 * nothing of what is played is touched, and asks for nothing while that is being waited for.
 */
export class PreviewPlayer {
  readonly #door: PreviewDoor
  readonly #nowMs: () => number
  readonly #decoder: KeyDecoder
  #sink: FrameSink | undefined
  #camera = ''
  #store = new GroupStore(MOST_BYTES)
  #seeker: KeySeeker | undefined
  #wish: Wish | undefined
  #shown: MediaUnit | undefined
  #visit = 0
  #toldMs: number | undefined
  #askedMs = 0
  #restsUntilMs = 0

  constructor(door: PreviewDoor, nowMs = () => performance.now()) {
    this.#door = door
    this.#nowMs = nowMs
    this.#decoder = new KeyDecoder({
      onPicture: (frame, unit) => this.#show(frame, unit),
      onNothing: () => this.#tell(undefined),
    })
  }

  setSink(sink: FrameSink): void {
    this.#sink?.close()
    this.#sink = sink
    this.#shown = undefined
  }

  /** `visit`: which of the page's this is, of which it is told. */
  point(camera: PastCamera, atMs: number, visit: number): void {
    const text = JSON.stringify(camera)
    if (text !== this.#camera) this.#turnTo(camera, text)
    this.#visit = visit
    this.#wish = { atMs, sinceMs: this.#nowMs(), isOver: false }
    this.#store.thin(atMs)
    this.look()
  }

  #turnTo(camera: PastCamera, text: string): void {
    this.stop()
    this.#camera = text
    this.#store = new GroupStore(MOST_BYTES)
    const ask = (question: PastAsk) => {
      if (question.op === 'past') this.#askedMs = this.#nowMs()
      return this.#door.ask(question)
    }
    this.#seeker = new KeySeeker(camera, this.#store, { ask, nextNumber: () => this.#door.nextNumber() })
  }

  /** To be called again and again while something is pointed at. */
  look(): void {
    const [wish, seeker] = [this.#wish, this.#seeker]
    if (wish === undefined || seeker === undefined || wish.isOver) return
    const { atMs, sinceMs } = wish
    const now = this.#nowMs()
    const isHere = this.#store.keys.has(atMs)
    const mayAsk = !seeker.isAsking && !this.#door.isBusy() && now >= this.#restsUntilMs
    const found = isHere || mayAsk ? seeker.placeAt(atMs) : undefined
    // What is here is not decoded at the cost of what is awaited.
    const isPutOff = found !== undefined && found.unit !== this.#shown && this.#door.isDecoding()
    const place = isPutOff ? undefined : found
    wish.isOver = !isPutOff && (place !== undefined || isHere || seeker.isMissing(atMs))
    if (place !== undefined && place.unit !== this.#shown) this.#decoder.decode(place)
    else if (place !== undefined) {
      // What was pointed at in between comes no more.
      this.#decoder.stop()
      this.#tell(place.unit)
    } else if (wish.isOver || now - sinceMs > STALE_MS) {
      // Nor does what comes late of another moment.
      this.#decoder.stop()
      this.#tell(undefined)
    }
  }

  take(answer: PastAnswer): boolean {
    const now = this.#nowMs()
    const isSlow = answer.op !== 'past-opened' && now - this.#askedMs > SLOW_MS
    if (this.#seeker?.take(answer) !== true) return false
    if (isSlow) this.#restsUntilMs = now + REST_MS
    this.look()
    return true
  }

  get isAsking(): boolean {
    return this.#seeker?.isAsking === true
  }

  /** Something is under way by this number. */
  has(channel: number): boolean {
    return this.#seeker?.has(channel) === true
  }

  takeUnit(unit: MediaUnit): boolean {
    return this.#seeker?.takeUnit(unit) === true
  }

  #show(frame: VideoFrame, unit: MediaUnit): void {
    if (this.#wish === undefined || this.#sink === undefined) return frame.close()
    this.#shown = unit
    this.#sink.show(frame)
    this.#tell(unit)
  }

  #tell(unit: MediaUnit | undefined): void {
    if (unit?.captureMs === this.#toldMs) return
    this.#toldMs = unit?.captureMs
    this.#door.tell({ visit: this.#visit, pictureMs: this.#toldMs })
  }

  /** The connection is gone, and with it what was under way. */
  lost(): void {
    this.#seeker?.lost()
  }

  /** Nothing of what is under way is wanted any more. */
  cancel(): void {
    this.#seeker?.stop()
  }

  /** Nobody points at anything any more. */
  stop(): void {
    this.cancel()
    this.#wish = undefined
    this.#decoder.stop()
    this.#shown = undefined
    this.#sink?.blank()
    this.#tell(undefined)
  }

  /** Keeps nothing but its place on the page. */
  free(): void {
    this.stop()
    this.#camera = ''
    this.#store = new GroupStore(MOST_BYTES)
    this.#seeker = undefined
  }
}
