import type { MediaUnit } from '#contract/media.ts'
import type { StreamConfig } from '../pipeline.ts'
import { ERRORS_BEFORE_FAULT, failureOf } from './decoder-failure.ts'
import type { GroupStore, Place, StoredGroup } from './group-store.ts'

/** Pictures that are decoded before they are due, so that they are there on time. */
const MOST_READY = 4
/** With more waiting than this a decoder that has to go elsewhere begins anew. */
const MOST_QUEUED = 4
/** Where the decoder is too slow, the screen does not stand still for longer than this. */
const LATE_SHOW_MS = 200

interface RunningEvents {
  /** The picture that is due, or the newest there is. The receiver closes the frame. */
  onPicture(frame: VideoFrame, unit: MediaUnit): void
  /** The browser has no decoder for this codec. */
  onUnsupported(codec: string): void
}

/** Decodes the past in its own order, some pictures ahead of the clock, and gives each when it is due; goes to any other place by its key frame. */
export class RunningDecoder {
  readonly #store: GroupStore
  readonly #events: RunningEvents
  #decoder: VideoDecoder | undefined
  #config: StreamConfig | undefined
  /** The last picture that was given to the decoder. */
  #fed: { group: StoredGroup; at: number } | undefined
  readonly #inside = new Map<number, { group: StoredGroup; unit: MediaUnit }>()
  /** Groups in which the decoder failed, each with the first picture that did not come. */
  readonly #damaged = new WeakMap<StoredGroup, MediaUnit>()
  /** Groups in which the decoder failed once. */
  readonly #suspects = new WeakSet<StoredGroup>()
  readonly #ready = new Map<MediaUnit, VideoFrame>()
  #due: MediaUnit | undefined
  /** The last one of a way that was prepared: it is to be shown if nothing comes behind it. */
  #prepared: MediaUnit | undefined
  #shown: MediaUnit | undefined
  #shownMs = 0
  #isRunning = false
  #count = 0
  #errors = 0
  /** The codec of which pictures have come. */
  #decoded: string | undefined

  constructor(store: GroupStore, events: RunningEvents) {
    this.#store = store
    this.#events = events
  }

  /** The decoder makes nothing of this picture: its group is damaged, here or in front of it. */
  isDamaged({ group, unit }: Place): boolean {
    const since = this.#damaged.get(group)
    return since !== undefined && unit.captureMs >= since.captureMs
  }

  /** The picture that is due is none that the decoder may give yet. Where that was taken away nothing is due: another one is given the picture. */
  isLost(unit: MediaUnit): boolean {
    return unit === this.#due && !this.isComing
  }

  /** The picture that is due is being decoded. */
  get isComing(): boolean {
    const due = this.#due
    return due !== undefined && [...this.#inside.values()].some(({ unit }) => unit === due)
  }

  /** Shows this picture as soon as it is decoded. `isRunning`: those behind it are next. */
  show(place: Place, isRunning: boolean): void {
    this.#isRunning = isRunning
    if (this.isDamaged(place)) return this.#pass(place, isRunning)
    if (place.unit !== this.#due) {
      this.#due = place.unit
      this.#prepared = undefined
      const frame = this.#ready.get(place.unit)
      if (frame !== undefined) {
        this.#ready.delete(place.unit)
        this.#emit(frame, place.unit)
      } else if (place.unit !== this.#shown) this.#feedTo(place)
    }
    if (isRunning) this.#feedAhead(place)
  }

  /** Nothing comes of this picture: what is to be there on time is the first one behind its group. */
  #pass({ group, unit }: Place, isRunning: boolean): void {
    this.#due = unit
    const next = this.#store.after(group)
    const first = next?.units[0]
    if (!isRunning || next === undefined || first === undefined || this.#fed?.group === next) return
    if (this.isDamaged({ group: next, at: 0, unit: first })) return
    if (this.#store.whole.has(first.captureMs)) this.#feed(next, 0)
  }

  /** Decodes what is here already of the way to a picture that has not come. */
  prepare(place: Place): void {
    if (this.isDamaged(place) || (this.#fed?.group === place.group && this.#fed.at >= place.at)) return
    this.#due = undefined
    this.#prepared = place.unit
    this.#feedTo(place)
  }

  #feedTo({ group, at, unit }: Place): void {
    if ([...this.#inside.values()].some((inside) => inside.unit === unit)) return
    const fed = this.#fed
    const goesOn = fed?.group === group && fed.at < at
    if (!goesOn) this.#leave(unit)
    const isAnew = !goesOn && (fed?.group === group || (this.#decoder?.decodeQueueSize ?? 0) > MOST_QUEUED)
    for (let index = goesOn ? (fed?.at ?? 0) + 1 : 0; index <= at; index++) {
      this.#feed(group, index, isAnew && index === 0)
      // What comes behind a picture that could not be given is nothing to a new decoder, which begins with the key frame.
      if (this.#fed === undefined) return
    }
  }

  /** Goes elsewhere: what was decoded ahead, or still is, was for where the decoder was, and would be taken for what comes behind this picture. */
  #leave({ captureMs }: MediaUnit): void {
    this.#clearReady()
    for (const [count, { unit }] of this.#inside) if (unit.captureMs > captureMs) this.#inside.delete(count)
  }

  #clearReady(): void {
    for (const frame of this.#ready.values()) frame.close()
    this.#ready.clear()
  }

  #feedAhead(place: Place): void {
    // A decoder that was taken away while its picture is on the screen: the next one begins with the key frame.
    if (this.#fed === undefined) this.#feedTo(place)
    for (let ahead = 0; ahead < MOST_READY && this.#ready.size + this.#inside.size < MOST_READY; ahead++) {
      if (this.#fed === undefined) return
      const next = this.#store.beside({ ...this.#fed, unit: place.unit }, 1)
      if (next === undefined || !this.#store.whole.has(next.unit.captureMs) || this.isDamaged(next)) return
      // What is of another codec ends what this decoder still has: it is given when it is due.
      if (next.group.config.codec !== this.#config?.codec) return
      this.#feed(next.group, next.at)
    }
  }

  #begin(config: StreamConfig): void {
    this.#inside.clear()
    this.#fed = undefined
    this.#clearReady()
    if (this.#decoder === undefined || this.#decoder.state === 'closed') return
    // A decoder that refuses it fails by what it was to decode.
    this.#config = config
    this.#decoder.reset()
    this.#decoder.configure({ codec: config.codec, optimizeForLatency: true })
  }

  /** `isAnew`: what the decoder has is wanted no more. */
  #feed(group: StoredGroup, at: number, isAnew = false): void {
    const unit = group.units[at]
    if (unit === undefined) return
    try {
      if (isAnew || this.#config?.codec !== group.config.codec) this.#begin(group.config)
      if (this.#decoder === undefined || this.#decoder.state === 'closed') this.#make(group.config)
      const timestamp = ++this.#count
      this.#inside.set(timestamp, { group, unit })
      this.#decoder?.decode(new EncodedVideoChunk({ type: unit.isKey ? 'key' : 'delta', timestamp, data: unit.data }))
      this.#fed = { group, at }
    } catch (error) {
      this.#fail(error)
    }
  }

  #make(config: StreamConfig): void {
    const decoder: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#take(frame) : frame.close()),
      error: (error) => decoder === this.#decoder && this.#fail(error),
    })
    this.#decoder = decoder
    this.#config = config
    decoder.configure({ codec: config.codec, optimizeForLatency: true })
  }

  #take(frame: VideoFrame): void {
    const unit = this.#inside.get(frame.timestamp)?.unit
    // Cameras have no pictures out of order: what was given before this one and did not come will not.
    for (const count of this.#inside.keys()) if (count <= frame.timestamp) this.#inside.delete(count)
    this.#errors = 0
    this.#decoded = this.#config?.codec
    if (unit === undefined) return frame.close()
    if (unit === this.#due) return this.#emit(frame, unit)
    if (unit === this.#prepared) {
      this.#dropReady(unit)
      return this.#keep(frame, unit)
    }
    const dueMs = this.#due?.captureMs
    if (dueMs !== undefined && unit.captureMs > dueMs) return this.#keep(frame, unit)
    const isLate = this.#isRunning && performance.now() - this.#shownMs > LATE_SHOW_MS && unit.captureMs > (this.#shown?.captureMs ?? 0)
    if (isLate) this.#emit(frame, unit)
    else frame.close()
  }

  #keep(frame: VideoFrame, unit: MediaUnit): void {
    this.#ready.get(unit)?.close()
    this.#ready.set(unit, frame)
  }

  /** Lets go of what comes before this picture, which nobody will see any more. */
  #dropReady({ captureMs }: MediaUnit): void {
    for (const [older, kept] of this.#ready) {
      if (older.captureMs > captureMs) continue
      kept.close()
      this.#ready.delete(older)
    }
  }

  #emit(frame: VideoFrame, unit: MediaUnit): void {
    this.#dropReady(unit)
    this.#shown = unit
    this.#shownMs = performance.now()
    this.#events.onPicture(frame, unit)
  }

  /**
   * The stream is broken here: on from the next key frame. A decoder that says so, or has never made anything of such a stream, knows none of its
   * kind.
   */
  #fail(error: unknown): void {
    const [first] = this.#inside.values()
    const failure = failureOf(error)
    const isKnown = this.#decoded !== undefined && this.#decoded === this.#config?.codec
    this.#discard()
    if (failure === 'decoder') return
    if (first !== undefined && failure === 'pictures') {
      // A decoder may fail with the process that it runs in: another one tries the same pictures before they are called damaged.
      if (!this.#suspects.has(first.group)) return void this.#suspects.add(first.group)
      this.#damaged.set(first.group, first.unit)
    }
    if (isKnown || ++this.#errors < ERRORS_BEFORE_FAULT) return
    this.#errors = 0
    this.#events.onUnsupported(this.#config?.codec ?? '')
  }

  #discard(): void {
    const decoder = this.#decoder
    this.#decoder = undefined
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close()
    this.#inside.clear()
    this.#fed = undefined
    this.#due = undefined
    this.#clearReady()
  }

  /** What is on the screen came from elsewhere. */
  forgetShown(): void {
    this.#shown = undefined
    this.#due = undefined
  }

  close(): void {
    this.#discard()
    this.#shown = undefined
  }
}
