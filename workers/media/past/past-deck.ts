import type { MediaUnit } from '#contract/media.ts'
import {
  PREVIEW_WINDOW,
  type PastCamera,
  type PastNews,
  type PastOrder,
  type PastPreviewNews,
  type PastShows,
  type PastWay,
} from '#contract/playback-api.ts'
import type { PastAnswer, PastAsk } from '#contract/recorded-media.ts'
import { nowMs } from '../pipeline.ts'
import { PastNumbers } from './past-numbers.ts'
import type { FrameSink } from '../sinks/frame-sink.ts'
import { PastClock } from './past-clock.ts'
import { PastPlayer } from './past-player.ts'
import { PastTeller } from './past-teller.ts'
import { PreviewPlayer } from './preview-player.ts'

/** Between two looks at the clock while it goes. */
const TICK_MS = 8
/** While it stands, in case something failed silently. */
const IDLE_TICK_MS = 250
/** A camera that has not come by then holds those up no longer that have. */
const PATIENCE_MS = 3_000
/** Above this speed each picture is too much. */
const FASTEST_WHOLE = 4
/** In slow motion, below this speed, no picture is passed over; from it on the clock keeps time, however late a picture is. */
const IN_TIME = 1
/** Decoded pictures of all cameras, for the way back. */
const FILM_BYTES = 384_000_000
/**
 * Which way the single pictures above the pointer come, whichever what is played comes: the page has the relay's socket in any case. The plugin would have
 * to ask the relay, too, and for all pictures from the key frame on; of the cloud it would fetch the file.
 */
const PREVIEW_WAY = 'relay'

const wayOf = (isBackwards: boolean) => (isBackwards ? -1 : 1)

interface DeckDoor {
  /** Answers whether the question left. */
  send(ask: PastAsk, by: PastWay): boolean
  tell(news: PastNews): void
  tellPreview(news: PastPreviewNews): void
}

/** The playback of a tab: cameras that show one moment of the past, by one clock. */
export class PastDeck {
  readonly #door: DeckDoor
  readonly #clock = new PastClock()
  readonly #preview: PreviewPlayer
  readonly #players = new Map<number, PastPlayer>()
  readonly #sinks = new Map<number, FrameSink>()
  readonly #shows = new Map<number, { shows: PastShows; sinceMs: number }>()
  readonly #numbers = new PastNumbers((number) => [this.#preview, ...this.#players.values()].some((one) => one.has(number)))
  /** Which way what is played comes. */
  #by: PastWay = 'relay'
  #timer: ReturnType<typeof setTimeout> | undefined
  #scrubMs: number | undefined
  /** Pictures are stepped through backwards. */
  #isSteppingBack = false
  /** A step to a picture that is not here yet. */
  #pendingStep: { pictures: 1 | -1; untilMs: number } | undefined
  readonly #teller: PastTeller
  #orderedMs = 0
  /** Service clock minus this machine's clock. */
  clockOffsetMs = 0

  constructor(door: DeckDoor) {
    this.#door = door
    this.#teller = new PastTeller((news) => door.tell(news))
    this.#preview = new PreviewPlayer({
      ask: (ask) => door.send(ask, PREVIEW_WAY),
      nextNumber: () => this.#numbers.next(PREVIEW_WAY),
      tell: (news) => door.tellPreview(news),
      // While the playhead is dragged the windows themselves show where it is. All else is not waited for for ever: one camera may never answer.
      isBusy: () => this.#scrubMs !== undefined || this.#clock.isWaiting || this.#isSought(nowMs()),
      isDecoding: () => this.#isComing(nowMs()),
    })
  }

  get players(): ReadonlyMap<number, PastPlayer> {
    return this.#players
  }

  setSink(window: number, sink: FrameSink): void {
    if (window === PREVIEW_WINDOW) return this.#preview.setSink(sink)
    const player = this.#players.get(window)
    if (player === undefined) this.#sinks.set(window, sink)
    else player.setSink(sink)
  }

  take(order: PastOrder): void {
    if (order.kind === 'point') return this.#preview.point(order.camera, order.atMs, order.visit)
    if (order.kind === 'leave') return this.#preview.stop()
    const now = nowMs()
    this.#isSteppingBack = order.kind === 'step' && order.pictures === -1
    if (order.kind !== 'scrub') this.#scrubMs = undefined
    this.#pendingStep = undefined
    this.#teller.forget()
    this.#orderedMs = now
    switch (order.kind) {
      case 'show':
        this.#goBy(order.by)
        this.#setCameras(order.cameras)
        break
      case 'seek':
        this.#clock.seek(order.atMs, now)
        if (order.isPlaying) this.#clock.play(true, now)
        break
      case 'scrub':
        this.#scrubMs = order.atMs
        this.#clock.seek(order.atMs, now)
        break
      case 'play':
        this.#clock.play(order.isPlaying, now)
        break
      case 'pace':
        this.#clock.setPace(order.speed ?? this.#clock.speed, wayOf(order.isBackwards ?? this.#clock.way === -1), now)
        break
      case 'toggle':
        if (order.what === 'play') this.#clock.play(!this.#clock.isPlaying, now)
        else this.#clock.setPace(this.#clock.speed, wayOf(this.#clock.way === 1), now)
        break
      case 'step':
        this.#clock.play(false, now)
        this.#pendingStep = { pictures: order.pictures, untilMs: now + PATIENCE_MS }
        break
      case 'end':
        this.#clock.play(false, now)
        this.#setCameras([])
        this.#preview.free()
    }
    for (const player of this.#players.values()) player.turned()
    for (const shown of this.#shows.values()) shown.sinceMs = now
    this.tick()
  }

  /** What is here stays; what was under way by the other way is asked for anew. */
  #goBy(by: PastWay): void {
    if (by === this.#by) return
    for (const player of this.#players.values()) player.cancel()
    this.#by = by
  }

  #setCameras(cameras: PastCamera[]): void {
    const wanted = new Map(cameras.map((camera) => [camera.window, camera]))
    for (const [window, player] of this.#players) {
      if (JSON.stringify(wanted.get(window)) === JSON.stringify(player.camera)) continue
      player.dispose()
      this.#players.delete(window)
      this.#shows.delete(window)
    }
    for (const camera of cameras) if (!this.#players.has(camera.window)) this.#add(camera)
  }

  #add(camera: PastCamera): void {
    const door = { ask: (ask: PastAsk) => this.#door.send(ask, this.#by), nextNumber: () => this.#numbers.next(this.#by) }
    const filmBytes = () => FILM_BYTES / Math.max(1, this.#players.size)
    const player = new PastPlayer(camera, door, filmBytes, () => this.#soon())
    const sink = this.#sinks.get(camera.window)
    this.#sinks.delete(camera.window)
    if (sink !== undefined) player.setSink(sink)
    this.#players.set(camera.window, player)
  }

  /** Goes to the next picture, or the one before, as soon as it is known which that is. */
  #step(now: number): void {
    if (this.#pendingStep === undefined) return
    const { pictures, untilMs } = this.#pendingStep
    const atMs = this.#clock.atMs(now)
    const besides = [...this.#players.values()].map((player) => player.besideMs(pictures)).filter((besideMs) => besideMs !== undefined)
    // The nearest of all cameras: none of their pictures is left out.
    const next = pictures === 1 ? Math.min(...besides.filter((ms) => ms > atMs)) : Math.max(...besides.filter((ms) => ms < atMs))
    if (!Number.isFinite(next) && now < untilMs) return
    this.#pendingStep = undefined
    if (!Number.isFinite(next)) return
    this.#clock.seek(next, now)
    this.#teller.forget()
    this.#look(now)
  }

  takeAnswer(answer: PastAnswer): void {
    if (this.#preview.take(answer)) return
    for (const player of this.#players.values()) if (player.take(answer, nowMs() + this.clockOffsetMs)) break
    this.#soon()
  }

  takeUnit(unit: MediaUnit): void {
    if (this.#preview.takeUnit(unit)) return
    for (const player of this.#players.values()) if (player.takeUnit(unit)) break
    this.#soon()
  }

  /** Something is under way by this connection. */
  isAsking(by: PastWay): boolean {
    return (
      (by === PREVIEW_WAY && this.#preview.isAsking) || (by === this.#by && [...this.#players.values()].some(({ isAsking }) => isAsking))
    )
  }

  /** The connection is gone, and with it what was under way. */
  lost(by: PastWay): void {
    if (by === PREVIEW_WAY) this.#preview.lost()
    if (by !== this.#by) return
    for (const player of this.#players.values()) player.reconnected()
  }

  reconnected(by: PastWay): void {
    this.lost(by)
    this.tick()
  }

  /** What comes in one breath is looked at once. */
  #soon(): void {
    if (this.#players.size === 0 || this.#soonTimer !== undefined) return
    this.#soonTimer = setTimeout(() => this.tick(), 0)
  }
  #soonTimer: ReturnType<typeof setTimeout> | undefined

  tick(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#soonTimer)
    this.#soonTimer = undefined
    // Before anybody has gone anywhere there is nothing to be asked for.
    if (this.#players.size === 0 || !this.#clock.isSet) return this.#tell(nowMs())
    const now = nowMs()
    this.#look(now)
    this.#step(now)
    this.#hold(now)
    this.#tell(now)
    this.#preview.look()
    this.#timer = setTimeout(() => this.tick(), this.#clock.rate === 0 ? IDLE_TICK_MS : TICK_MS)
  }

  #look(now: number): void {
    const { speed, way } = this.#clock
    const isKeys = this.#clock.isPlaying && (speed > FASTEST_WHOLE || (way === -1 && speed > 1))
    if (this.#clock.isPlaying && speed < IN_TIME) this.#keepToPictures(now)
    const isScrub = this.#scrubMs !== undefined
    const moment = {
      by: this.#by,
      atMs: this.#clock.atMs(now),
      way: this.#isSteppingBack ? -1 : way,
      speed,
      isKeys,
      edgeMs: now + this.clockOffsetMs,
      isScrub,
      isRunning: this.#clock.isPlaying,
      isStanding: !this.#clock.isPlaying && !isScrub && !this.#isSteppingBack && this.#pendingStep === undefined,
      isFilm: !isKeys && (this.#isSteppingBack || (this.#clock.isPlaying && way === -1)),
    }
    for (const [window, player] of this.#players) {
      const shows = player.follow(moment)
      if (this.#shows.get(window)?.shows !== shows) this.#shows.set(window, { shows, sinceMs: now })
    }
    if (moment.isStanding && !this.#isSought(now)) for (const player of this.#players.values()) player.fetchAhead(moment)
  }

  /** Somebody went to a moment and does not see it yet: everything else has to wait for that, not for ever. */
  #isSought(now: number): boolean {
    if (this.#clock.isPlaying || now - this.#orderedMs >= PATIENCE_MS) return false
    return this.#isComing(now) || [...this.#shows.values()].some(({ shows }) => shows === 'loading')
  }

  /** The picture of the moment that somebody went to, or drags the playhead over, is being decoded. */
  #isComing(now: number): boolean {
    const isRunning = this.#clock.isPlaying && this.#scrubMs === undefined
    return !isRunning && now - this.#orderedMs < PATIENCE_MS && [...this.#players.values()].some(({ isComing }) => isComing)
  }

  /** However late this machine is, the clock goes no further than the next picture of each camera. */
  #keepToPictures(now: number): void {
    const { way } = this.#clock
    const reaches = [...this.#players.values()].map((player) => player.reachMs(way, now)).filter((reachMs) => reachMs !== undefined)
    const reachMs = way === 1 ? Math.min(...reaches) : Math.max(...reaches)
    if ((this.#clock.atMs(now) - reachMs) * way > 0) this.#clock.seek(reachMs, now)
  }

  /**
   * The clock waits for cameras whose pictures are on their way: not for ever, unless none has any yet and all that is missing is the line's. Over a
   * thin one what is fetched for one moment would come too late for the next, again and again.
   */
  #hold(now: number): void {
    const isAnySeen = [...this.#shows.values()].some(({ shows }) => shows === 'picture')
    const isAwaited = [...this.#shows].some(([window, { shows, sinceMs }]) => {
      const mayLast = !isAnySeen && this.#players.get(window)?.isOnItsWay === true
      return shows === 'loading' && (mayLast || now - sinceMs < PATIENCE_MS)
    })
    this.#clock.wait(this.#clock.isPlaying && isAwaited, now)
  }

  #tell(now: number): void {
    const windows = [...this.#players].map(([window, player]) => player.state(this.#shows.get(window)?.shows ?? 'loading'))
    this.#teller.look(this.#clock.state(), windows, now)
  }
}
