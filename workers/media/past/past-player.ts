import type { MediaUnit } from '#contract/media.ts'
import type { PastCamera, PastShows, PastWay, PastWindowState } from '#contract/playback-api.ts'
import type { PastAnswer } from '#contract/recorded-media.ts'
import { nowMs, type HeldPicture } from '../pipeline.ts'
import type { FrameSink } from '../sinks/frame-sink.ts'
import { SoundTrack } from '../sound/sound-track.ts'
import { Films } from './film.ts'
import { GroupStore, type Place, type StoredGroup } from './group-store.ts'
import { KeySeeker } from './key-seeker.ts'
import { PieceLoader, type PieceDoor, type Wanted } from './piece-loader.ts'
import { RunningDecoder } from './running-decoder.ts'

/** Of one camera, as it comes from the network. */
const MOST_BYTES = 64_000_000
/** A picture that has not come to the screen by then holds up the clock no longer. */
const PICTURE_PATIENCE_MS = 3_000
/** Of the time between two looks no more is taken for patience: whatever lies beyond that the machine was late, and with it the decoder. */
const MOST_LOOK_MS = 250
/** Sound goes ahead of its picture, so that it is there in time. */
const SOUND_AHEAD_US = 300_000

/** Why nothing can be made of pictures that are here. */
type Trouble = 'damaged' | 'unsupported-codec'

/** What is to be seen now, for every camera alike. */
export interface PastMoment extends Wanted {
  /** Which way it comes. */
  by: PastWay
  /** The playhead is in somebody's hand: key frames alone, as they come. */
  isScrub: boolean
  /** Somebody went to this moment, and looks at it: its own picture comes before all else. */
  isStanding: boolean
  /** Pictures are shown from the end of their groups, each of them: the way back, smooth. */
  isFilm: boolean
}

interface WantedPicture {
  place: Place
  isFilm: boolean
  /** How long it has been waited for, and when that was looked at. */
  waitedMs: number
  lookedMs: number
  /** It came to the screen, or is waited for no longer. */
  isOver: boolean
}

/** The past of one camera in one window. */
export class PastPlayer {
  readonly sound: SoundTrack
  readonly #camera: PastCamera
  readonly #store = new GroupStore(MOST_BYTES)
  readonly #loader: PieceLoader
  readonly #seeker: KeySeeker
  readonly #running: RunningDecoder
  readonly #films: Films
  #sink: FrameSink | undefined
  #last: (HeldPicture & { unit: MediaUnit }) | undefined
  #place: Place | undefined
  /** Codecs that the browser has no decoder for. */
  readonly #unsupported = new Set<string>()
  readonly #onReady: () => void
  /** The picture of one moment is awaited, and none behind it. */
  #isAwaited = false
  #heardUs: number | undefined
  #isOnItsWay = false
  /** Of those of the moment. */
  #trouble: Trouble | undefined
  /** The picture that was to be seen last. */
  #wanted: WantedPicture | undefined
  /** A picture was waited for in vain: none is until one comes in time again. */
  #isSilent = false

  /** `filmBytes`: what of decoded pictures it may keep. `onReady` hears when something is there that was awaited. */
  constructor(camera: PastCamera, door: PieceDoor, filmBytes: () => number, onReady: () => void) {
    this.#camera = camera
    this.#onReady = onReady
    this.sound = new SoundTrack(() => {})
    this.#loader = new PieceLoader(camera, this.#store, door)
    this.#seeker = new KeySeeker(camera, this.#store, door)
    const onUnsupported = (codec: string) => void this.#unsupported.add(codec)
    this.#films = new Films(filmBytes, { onReady, onUnsupported })
    this.#running = new RunningDecoder(this.#store, { onPicture: (frame, unit) => this.#show(frame, unit), onUnsupported })
  }

  get camera(): PastCamera {
    return this.#camera
  }

  /** Something that was asked has not come to its end. */
  get isAsking(): boolean {
    return this.#loader.isAsking || this.#seeker.isAsking
  }

  /** What belongs to the moment is not here yet, and nothing says that it cannot come: it may be on its way, or wait for a line. */
  get isOnItsWay(): boolean {
    return this.#isOnItsWay
  }

  setSink(sink: FrameSink): void {
    this.#sink?.close()
    this.#sink = sink
    const last = this.#last
    if (last !== undefined) sink.show(last.frame.clone())
  }

  /** The picture of the moment is being decoded. */
  get isComing(): boolean {
    return this.#running.isComing
  }

  /** Shows what belongs to this moment, and fetches it; while the clock goes also what comes after it. */
  follow(moment: PastMoment): PastShows {
    this.#isOnItsWay = false
    this.#trouble = undefined
    this.#isAwaited = moment.isStanding || moment.isScrub
    if (moment.isScrub) return this.#scrub(moment.atMs)
    this.#loader.follow({ ...moment, isMomentAlone: moment.isStanding && !this.#isWholeFile(moment.by) }, nowMs())
    this.#store.thin(moment.atMs)
    const known = moment.isKeys ? this.#store.keys : this.#store.whole
    const place = this.#store.placeAt(moment.atMs, moment.isKeys)
    if (!known.has(moment.atMs)) {
      // It is decoded while the rest is on its way.
      if (place !== undefined && !moment.isKeys && !moment.isFilm && this.#troubleOf(place) !== 'unsupported-codec') {
        if (this.#isNext(place)) this.#running.show(place, moment.isRunning)
        else this.#running.prepare(place)
      }
      this.#isOnItsWay = this.#loader.fault === undefined
      if (this.#isOnItsWay) return 'loading'
      this.#wanted = undefined
      return 'fault'
    }
    this.#place = place
    if (place === undefined) {
      // What is known behind the gap is not passed over either; what is not known holds up nobody from here.
      this.#wanted &&= { ...this.#wanted, isOver: true, waitedMs: Number.POSITIVE_INFINITY }
      return 'gap'
    }
    this.#trouble = this.#troubleOf(place)
    if (this.#trouble === 'unsupported-codec' || moment.isKeys) this.#wanted = undefined
    else if (this.#wanted?.place.unit !== place.unit || this.#wanted.isFilm !== moment.isFilm)
      this.#wanted = { place, isFilm: moment.isFilm, waitedMs: 0, lookedMs: nowMs(), isOver: false }
    if (this.#trouble === 'unsupported-codec') return 'fault'
    const shows = this.#showPlace(place, moment)
    if (this.#wanted !== undefined && moment.isFilm && shows !== 'loading') {
      this.#wanted.isOver = true
      this.#isSilent = false
    }
    return shows
  }

  /** Of the cloud the plugin fetches the whole file for each piece, however short. */
  #isWholeFile(by: PastWay): boolean {
    return by === 'plugin' && this.#camera.from === 'cloud'
  }

  /** Fetches what comes after a moment at which the clock stands. */
  fetchAhead(moment: PastMoment): void {
    this.#loader.follow(moment, nowMs())
  }

  /**
   * How far a clock may go that passes over no picture: to the end of the one behind that which was to be seen last, and not from that before it was
   * there. Nothing where none is waited for, nor, after a while, where it is not known what comes next.
   */
  reachMs(way: 1 | -1, now: number): number | undefined {
    const wanted = this.#wanted
    if (wanted === undefined) return undefined
    this.#judge(wanted, now)
    const { place } = wanted
    const next = wanted.isOver ? this.#besideKnown(place, way) : place
    // Backwards a picture ends where it begins.
    const end = way === 1 ? next && this.#besideKnown(next, 1) : next
    if (end !== undefined) return way === 1 ? end.unit.captureMs - 1 : end.unit.captureMs
    if (wanted.waitedMs > PICTURE_PATIENCE_MS) return undefined
    const { whole } = this.#store
    return way === 1 ? whole.endAfter((next ?? place).unit.captureMs) : whole.beginBefore(place.unit.captureMs) - 1
  }

  /** Whether the picture that was to be seen is waited for any longer. */
  #judge(wanted: WantedPicture, now: number): void {
    const { unit } = wanted.place
    wanted.waitedMs += Math.min(now - wanted.lookedMs, MOST_LOOK_MS)
    wanted.lookedMs = now
    const isThere = this.#last?.unit === unit
    if (isThere) this.#isSilent = false
    else if (!wanted.isOver && wanted.waitedMs > PICTURE_PATIENCE_MS) this.#isSilent = true
    wanted.isOver ||= isThere || this.#isSilent || (!wanted.isFilm && this.#running.isLost(unit))
  }

  #troubleOf(place: Place): Trouble | undefined {
    if (this.#unsupported.has(place.group.config.codec)) return 'unsupported-codec'
    return this.#running.isDamaged(place) ? 'damaged' : undefined
  }

  /** The picture follows the one on the screen, and what comes behind it is not here yet: the clock ran up to where the line has come. */
  #isNext({ unit }: Place): boolean {
    const shownMs = this.#last?.unit.captureMs
    if (shownMs === undefined || unit.captureMs < shownMs) return false
    return this.#store.whole.endAfter(shownMs) >= unit.captureMs && this.#store.whole.has(shownMs)
  }

  #scrub(atMs: number): PastShows {
    const place = this.#seeker.placeAt(atMs) ?? this.#store.placeAt(atMs, true)
    if (place === undefined) return this.#store.keys.has(atMs) ? 'gap' : 'loading'
    this.#place = place
    this.#trouble = this.#troubleOf(place)
    if (this.#trouble !== 'unsupported-codec') this.#running.show(place, false)
    return this.#trouble === undefined ? 'picture' : 'fault'
  }

  #showPlace(place: Place, moment: PastMoment): PastShows {
    if (!moment.isFilm) {
      this.#running.show(place, moment.isRunning && !moment.isKeys)
      // Sound may be whole where the pictures are damaged.
      if (moment.isRunning && moment.speed === 1 && moment.way === 1) this.#hear(place)
      if (this.#trouble !== undefined) return 'fault'
      // Until the first picture of this place is decoded there is an older one on the screen: that is still loading.
      return this.#last === undefined ? 'loading' : 'picture'
    }
    const found = this.#films.frameAt(place)
    const before = this.#store.before(place.group)
    if (before !== undefined && this.#isToBeDecoded(before)) this.#films.prepare(before)
    this.#trouble = found === 'damaged' ? found : undefined
    if (found === 'damaged') return 'fault'
    if (found === undefined) return 'loading'
    if (found.unit !== this.#last?.unit) this.#show(found.frame.clone(), found.unit)
    this.#running.forgetShown()
    return 'picture'
  }

  #isToBeDecoded({ config, units }: StoredGroup): boolean {
    return this.#store.whole.has(units[0]?.captureMs ?? 0) && !this.#unsupported.has(config.codec)
  }

  /** Hands on the sound that is to be heard next. */
  #hear({ group, unit }: Place): void {
    if (this.#heardUs === undefined) {
      this.sound.configure(group.config.sound)
      this.#heardUs = unit.ptsUs
    }
    const next = this.#store.after(group)
    for (const frame of next === undefined ? group.sounds : [...group.sounds, ...next.sounds]) {
      if (frame.ptsUs < this.#heardUs || frame.ptsUs >= unit.ptsUs + SOUND_AHEAD_US) continue
      this.#heardUs = frame.ptsUs + 1
      this.sound.push(frame)
    }
  }

  /** The clock went elsewhere, or goes otherwise: what is heard begins anew. */
  turned(): void {
    if (this.#heardUs !== undefined) this.sound.configure(undefined)
    this.#heardUs = undefined
    this.#wanted = undefined
    this.#isSilent = false
    this.#loader.forgive()
  }

  #show(frame: VideoFrame, unit: MediaUnit): void {
    const shownMs = nowMs()
    this.#last?.frame.close()
    this.#last = { frame: frame.clone(), shownMs, unit }
    this.#sink?.show(frame)
    if (this.#heardUs !== undefined) this.sound.pictureShown(unit.ptsUs, shownMs)
    // What was put off until then may go on.
    if (this.#isAwaited) this.#onReady()
  }

  /** The moment of the next picture, or of the one before; nothing where it is not known yet. */
  besideMs(way: 1 | -1): number | undefined {
    return this.#place && this.#besideKnown(this.#place, way)?.unit.captureMs
  }

  /** The picture beside this one, if it is known that there is none in between. */
  #besideKnown(place: Place, way: 1 | -1): Place | undefined {
    const beside = this.#store.beside(place, way)
    if (beside === undefined) return undefined
    const [fromMs, toMs] = [place.unit.captureMs, beside.unit.captureMs].toSorted((one, other) => one - other) as [number, number]
    return this.#store.whole.endAfter(fromMs) > toMs ? beside : undefined
  }

  /** Something is under way by this number. */
  has(channel: number): boolean {
    return this.#loader.has(channel) || this.#seeker.has(channel)
  }

  take(answer: PastAnswer, edgeMs: number): boolean {
    return this.#loader.take(answer, edgeMs, nowMs()) || this.#seeker.take(answer)
  }

  takeUnit(unit: MediaUnit): boolean {
    return this.#loader.takeUnit(unit) || this.#seeker.takeUnit(unit)
  }

  holdPicture(): HeldPicture | undefined {
    return this.#last && { frame: this.#last.frame.clone(), shownMs: this.#last.unit.captureMs }
  }

  state(shows: PastShows): PastWindowState {
    const config = this.#place?.group.config
    return {
      window: this.#camera.window,
      shows,
      ...(shows === 'fault' && { fault: this.#trouble ?? this.#loader.fault }),
      pictureMs: this.#last?.unit.captureMs,
      width: config?.width,
      height: config?.height,
    }
  }

  /** The connection is gone, or there again: what was under way is asked for once more. */
  reconnected(): void {
    this.#loader.lost()
    this.#seeker.lost()
    this.#loader.forgive()
  }

  /** Nothing of what is under way is wanted any more. */
  cancel(): void {
    this.#loader.cancel()
    this.#loader.forgive()
    this.#seeker.stop()
  }

  dispose(): void {
    this.cancel()
    this.#running.close()
    this.#films.close()
    this.#last?.frame.close()
    this.#last = undefined
    this.sound.attach(undefined)
    this.#sink?.close()
  }
}
