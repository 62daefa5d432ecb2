import type { ReplayOrder, ReplaySpeed, ReplayState } from '#contract/media-api.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { PastBuffer, PastGroup } from './past-buffer.ts'
import type { StreamConfig } from './pipeline.ts'

/** Where the camera was away, or this thread, no time is waited out. */
const MOST_GAP_MS = 1_000
/** A picture that was sought and has not come by then does not come. */
const SEEK_MS = 1_000

/** Sound goes ahead of its picture, so that it is there in time, also with the slowest cameras. */
const SOUND_AHEAD_US = 300_000

interface Screen {
  /** Begin anew with pictures of this kind. */
  configure(config: StreamConfig): void
  push(unit: MediaUnit, isSought: boolean): void
  /** What is heard begins anew, beside this picture, which is on the screen. */
  hearAnew(config: StreamConfig, unit: MediaUnit): void
  hear(frame: MediaUnit): void
  /** There is nothing more to show: the past has become the present. */
  onEdge(): void
}

/** A picture of the past: the group that it stands in, and where. */
interface Place {
  group: PastGroup
  at: number
  unit: MediaUnit
}

/** Shows the past of a window again: plays it at a speed, pauses, goes to a time or a picture on or back. Live goes on being kept meanwhile. */
export class Replay {
  readonly #past: PastBuffer
  readonly #screen: Screen
  #place: Place
  #isPlaying = true
  #speed: ReplaySpeed = 1
  /** What time of the past belongs to what time of now. */
  #anchor = { captureMs: 0, nowMs: 0 }
  /** Up to where the sound has been handed on, in presentation time. */
  #heardUs = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The picture that is being sought, since when, and where to go when it is there. */
  #sought: { captureMs: number; sinceMs: number; next?: Place } | undefined

  private constructor(past: PastBuffer, screen: Screen, place: Place) {
    this.#past = past
    this.#screen = screen
    this.#place = place
    past.isHeld = true
    this.#jump(place)
  }

  /** Begins at the oldest picture; nothing when there is none. */
  static begin(past: PastBuffer, screen: Screen): Replay | undefined {
    const [group] = past.groups
    const unit = group?.units[0]
    return group && unit && new Replay(past, screen, { group, at: 0, unit })
  }

  /** Times by the clock that pictures are taken by. */
  get state(): ReplayState {
    const newest = this.#past.groups.at(-1)?.units.at(-1) ?? this.#place.unit
    const oldest = this.#past.groups[0]?.units[0] ?? this.#place.unit
    const shown = this.#sought?.next?.unit ?? this.#place.unit
    const span = { fromMs: Math.min(oldest.captureMs, shown.captureMs), toMs: newest.captureMs, atMs: shown.captureMs }
    return { ...span, isPlaying: this.#isPlaying, speed: this.#speed }
  }

  take(order: Exclude<ReplayOrder, { kind: 'begin' | 'end' }>): void {
    switch (order.kind) {
      case 'seek':
        return this.#seek(this.#placeOf(order.atMs))
      case 'step':
        return this.#step(order.pictures)
      case 'play':
        this.#isPlaying = order.isPlaying
        break
      case 'speed':
        this.#speed = order.speed
    }
    this.#goOn()
  }

  /** A picture of this time is on the screen. */
  onShown(captureMs: number): void {
    if (captureMs !== this.#sought?.captureMs) return
    const { next } = this.#sought
    this.#sought = undefined
    if (next) this.#jump(next)
    else this.#goOn()
  }

  /** The screen was made anew. */
  showAgain(): void {
    this.#jump(this.#place)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#past.isHeld = false
  }

  /** One after the other: seeks come faster than a decoder can begin anew. */
  #seek(place: Place): void {
    if (this.#sought && performance.now() - this.#sought.sinceMs < SEEK_MS) this.#sought.next = place
    else this.#jump(place)
  }

  /** Decodes from the key frame before it, and shows the one picture. */
  #jump(place: Place): void {
    this.#place = place
    this.#sought = { captureMs: place.unit.captureMs, sinceMs: performance.now() }
    this.#screen.configure(place.group.config)
    place.group.units.slice(0, place.at).forEach((unit) => this.#screen.push({ ...unit, isPreroll: true }, false))
    this.#screen.push({ ...place.unit, isPreroll: false }, true)
    this.#goOn()
  }

  #step(pictures: 1 | -1): void {
    this.#isPlaying = false
    clearTimeout(this.#timer)
    this.#hearAnew()
    const from = this.#sought?.next ?? this.#place
    const place = pictures === 1 ? this.#after(from) : this.#before(from)
    if (place === undefined) return
    // The decoder has what it needs for the next picture, and begins anew for any other.
    if (pictures === 1 && this.#sought === undefined) this.#show(place)
    else this.#seek(place)
  }

  #show(place: Place): void {
    const { group, unit } = this.#place
    const isOn = place.group.config === group.config && place.unit.ptsUs > unit.ptsUs
    if (!isOn) return this.#jump(place)
    this.#place = place
    this.#screen.push({ ...place.unit, isPreroll: false }, !this.#isPlaying)
  }

  #goOn(): void {
    this.#anchor = { captureMs: this.#place.unit.captureMs, nowMs: performance.now() }
    this.#hearAnew()
    this.#run()
  }

  #run(): void {
    clearTimeout(this.#timer)
    if (!this.#isPlaying) return
    const isSeeking = this.#sought !== undefined && performance.now() - this.#sought.sinceMs < SEEK_MS
    const next = this.#after(this.#place)
    if (next === undefined) return isSeeking ? this.#later(SEEK_MS) : this.#screen.onEdge()
    if (isSeeking) return this.#later(SEEK_MS)
    this.#hear()
    const waitMs = this.#anchor.nowMs + (next.unit.captureMs - this.#anchor.captureMs) / this.#speed - performance.now()
    if (waitMs > 0 && next.unit.captureMs - this.#place.unit.captureMs < MOST_GAP_MS) return this.#later(waitMs)
    this.#show(next)
    if (Math.abs(waitMs) > MOST_GAP_MS) this.#goOn()
    else this.#later(0)
  }

  #hearAnew(): void {
    const { group, unit } = this.#place
    this.#heardUs = unit.ptsUs
    this.#screen.hearAnew(group.config, unit)
  }

  /** Hands the sound on that is to be heard next. Faster or slower than it was it would be noise. */
  #hear(): void {
    if (this.#speed !== 1) return
    const { group, unit } = this.#place
    const next = this.#past.groups[this.#past.groups.indexOf(group) + 1]
    const sounds = next?.config === group.config ? [...group.sounds, ...next.sounds] : group.sounds
    for (const frame of sounds) {
      if (frame.ptsUs < this.#heardUs || frame.ptsUs >= unit.ptsUs + SOUND_AHEAD_US) continue
      this.#heardUs = frame.ptsUs + 1
      this.#screen.hear(frame)
    }
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => this.#run(), ms)
  }

  #after({ group, at }: Place): Place | undefined {
    const unit = group.units[at + 1]
    if (unit) return { group, at: at + 1, unit }
    const { groups } = this.#past
    // What was forgotten under the viewer's eyes goes on at the oldest that there is.
    const next = groups[groups.indexOf(group) + 1]
    return next?.units[0] && { group: next, at: 0, unit: next.units[0] }
  }

  #before({ group, at }: Place): Place | undefined {
    const inGroup = group.units[at - 1]
    if (inGroup) return { group, at: at - 1, unit: inGroup }
    const { groups } = this.#past
    const last = groups[groups.indexOf(group) - 1]
    const unit = last?.units.at(-1)
    return last && unit && { group: last, at: last.units.length - 1, unit }
  }

  /** The last picture that was there at this time, or the first of all. */
  #placeOf(captureMs: number): Place {
    const group = this.#past.groups.findLast(({ units }) => (units[0]?.captureMs ?? 0) <= captureMs) ?? this.#past.groups[0]
    if (group === undefined) return this.#place
    const at = Math.max(
      0,
      group.units.findLastIndex((unit) => unit.captureMs <= captureMs),
    )
    const unit = group.units[at]
    return unit ? { group, at, unit } : this.#place
  }
}
