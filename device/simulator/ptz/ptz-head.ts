import { ptzLimits, type CruiseStop, type PtzMotion, type PtzStatus } from '#contract/ptz.ts'
import { apart, poseBetween, centred, degreesOf, home, viewFrom, withinReach, type Pose, type View } from './pose.ts'

/** One place of a recorded track, and when the camera was there. */
export interface TrackPoint extends Pose {
  afterMs: number
}
interface Tour {
  index: number
  stops: readonly (Pick<CruiseStop, 'speed' | 'holdS'> & { pose: Pose })[]
}
interface Run {
  index: number
  points: readonly TrackPoint[]
}

type Doing =
  | { kind: 'still' }
  | { kind: 'move'; moveId: string; motion: PtzMotion; speed: number; endMs: number }
  | { kind: 'travel'; from: Pose; to: Pose; startMs: number; endMs: number; preset: number | null }
  | { kind: 'tour'; tour: Tour; stop: number; from: Pose; startMs: number; arriveMs: number; endMs: number }
  | { kind: 'run'; run: Run; startMs: number; endMs: number }
interface Tape {
  startMs: number
  dueMs: number
  points: TrackPoint[]
}

/** A held movement is followed in steps of this length. */
const STEP_MS = 40
const SAMPLE_MS = 100
/** Widths of the picture in a second at speed 1 of 4. */
const PAN_RATE = 0.15
/** Doublings of zoom in a second at speed 1 of 4. */
const ZOOM_RATE = 0.3
const LENS_RATE = 0.25
/** Time from pose to pose: so long for each picture's width or doubling of zoom at speed 1 of a cruise, and never less than the second. */
const TRAVEL_MS = 2_400
const LEAST_TRAVEL_MS = 400
/** Speed at which the camera goes to a preset by itself. */
const OWN_SPEED = 6

/**
 * The head of a pan-tilt-zoom camera: what it is told, and where it looks at any moment after. Nothing runs in between: `advance` works out
 * what has happened up to a moment, so that hours of a cruise cost nothing while nobody looks. A movement that is not renewed ends by itself.
 */
export class PtzHead {
  #nowMs: number
  #pose: Pose
  #focus = 0
  #iris = 0
  #doing: Doing = { kind: 'still' }
  #tape: Tape | undefined

  constructor(nowMs: number, pose: Pose = home) {
    this.#nowMs = nowMs
    this.#pose = withinReach(pose)
  }

  get pose(): Pose {
    return this.#pose
  }

  /** What is in the picture, how far it is out of focus and how bright. */
  get look(): View & { focus: number; iris: number } {
    return { ...viewFrom(this.#pose), focus: this.#focus, iris: this.#iris }
  }

  /** Whether the picture changes by itself at the moment. */
  get isMoving(): boolean {
    return this.#doing.kind !== 'still' && !(this.#doing.kind === 'tour' && this.#nowMs >= this.#doing.arriveMs)
  }

  get status(): PtzStatus {
    const { zoom } = this.#pose
    const lens = { focus: this.#focus, iris: this.#iris, zoom: Math.round(zoom * 100) / 100 }
    return { ...degreesOf(this.#pose), ...lens, ...this.#task() }
  }

  /** Lets time pass up to now, epoch ms. Time that goes back is none. */
  advance(nowMs: number): void {
    while (this.#nowMs < nowMs) {
      const untilMs = Math.min(nowMs, this.#nextMs())
      this.#pass(untilMs)
      this.#nowMs = untilMs
      this.#sample()
    }
  }

  /** Begins a movement that a person holds. */
  move(moveId: string, motion: PtzMotion, speed: number): void {
    this.#doing = { kind: 'move', moveId, motion, speed, endMs: this.#nowMs + ptzLimits.holdMs }
  }

  /** Goes on with a movement; false when it has ended, or another one has begun. */
  renew(moveId: string, motion: PtzMotion, speed: number): boolean {
    if (this.#doing.kind !== 'move' || this.#doing.moveId !== moveId) return false
    this.move(moveId, motion, speed)
    return true
  }

  /** Ends what the camera does; with `moveId` only that movement. */
  stop(moveId?: string): void {
    if (moveId !== undefined && (this.#doing.kind !== 'move' || this.#doing.moveId !== moveId)) return
    this.#doing = { kind: 'still' }
  }

  /** Ends a cruise, if it runs. */
  stopTour(): void {
    if (this.#doing.kind === 'tour') this.stop()
  }

  /** Brings a place of the picture to its middle. */
  centre(at: { x: number; y: number }): void {
    this.#travel(centred(this.#pose, at), null)
  }

  /** Makes a part of the picture the whole of it, as far as the zoom goes. */
  area({ left, top, width, height }: View): void {
    const size = Math.max(width, height, 0.01)
    this.#travel(centred(this.#pose, { x: left + width / 2, y: top + height / 2 }, this.#pose.zoom / size), null)
  }

  goTo(pose: Pose, preset: number): void {
    this.#travel(pose, preset)
  }

  runTour(tour: Tour): void {
    this.#toStop(tour, 0)
  }

  runTrack(run: Run): void {
    const first = run.points[0]
    if (first === undefined) return
    // It begins where the track begins, so the camera goes there first.
    const aheadMs = travelMs(this.#pose, first, OWN_SPEED)
    const points = [{ ...this.#pose, afterMs: 0 }, ...run.points.map((point) => ({ ...point, afterMs: point.afterMs + aheadMs }))]
    this.#doing = {
      kind: 'run',
      run: { index: run.index, points },
      startMs: this.#nowMs,
      endMs: this.#nowMs + (points.at(-1)?.afterMs ?? 0),
    }
  }

  record(): void {
    this.#tape = { startMs: this.#nowMs, dueMs: this.#nowMs, points: [] }
    this.#sample()
  }

  /** Ends a recording and hands it over; `undefined` when none runs. */
  endRecord(): TrackPoint[] | undefined {
    const tape = this.#tape
    if (tape === undefined) return undefined
    if (tape.dueMs < Number.POSITIVE_INFINITY) tape.points.push({ ...this.#pose, afterMs: this.#nowMs - tape.startMs })
    this.#tape = undefined
    return tape.points
  }

  #task(): Pick<PtzStatus, 'doing' | 'index'> {
    const doing = this.#doing
    if (this.#tape !== undefined) return { doing: 'recording', index: null }
    if (doing.kind === 'tour') return { doing: 'cruise', index: doing.tour.index }
    if (doing.kind === 'run') return { doing: 'track', index: doing.run.index }
    if (doing.kind === 'travel') return { doing: doing.preset === null ? 'moving' : 'preset', index: doing.preset }
    return { doing: doing.kind === 'move' ? 'moving' : 'still', index: null }
  }

  /** The next moment at which something begins, ends, or is to be written down. */
  #nextMs(): number {
    const sampleMs = this.#tape?.dueMs ?? Number.POSITIVE_INFINITY
    const doing = this.#doing
    if (doing.kind === 'still') return sampleMs
    if (doing.kind === 'move') return Math.min(sampleMs, doing.endMs, this.#nowMs + STEP_MS)
    return Math.min(sampleMs, doing.endMs)
  }

  #pass(untilMs: number): void {
    const doing = this.#doing
    if (doing.kind === 'still') return
    if (doing.kind === 'move') this.#steer(doing, (untilMs - this.#nowMs) / 1000)
    else if (doing.kind === 'travel') this.#pose = onTheWay(doing.from, doing.to, doing.startMs, doing.endMs, untilMs)
    else if (doing.kind === 'run') this.#pose = withinReach(placeOn(doing.run.points, untilMs - doing.startMs) ?? this.#pose)
    else {
      const to = doing.tour.stops[doing.stop]?.pose ?? this.#pose
      this.#pose = onTheWay(doing.from, to, doing.startMs, doing.arriveMs, untilMs)
    }
    if (untilMs < doing.endMs) return
    if (doing.kind === 'tour') this.#toStop(doing.tour, (doing.stop + 1) % doing.tour.stops.length, untilMs)
    else this.#doing = { kind: 'still' }
  }

  #steer({ motion, speed }: Extract<Doing, { kind: 'move' }>, seconds: number): void {
    const { pan = 0, tilt = 0, zoom = 0, focus = 0, iris = 0 } = motion
    const { width, height } = viewFrom(this.#pose)
    const reach = PAN_RATE * speed * seconds
    this.#pose = withinReach({
      x: this.#pose.x + pan * reach * width,
      y: this.#pose.y - tilt * reach * height,
      zoom: this.#pose.zoom * 2 ** (zoom * ZOOM_RATE * speed * seconds),
    })
    // The camera focuses by itself wherever it is turned.
    this.#focus = pan || tilt || zoom ? 0 : limited(this.#focus + focus * LENS_RATE * speed * seconds)
    this.#iris = limited(this.#iris + iris * LENS_RATE * speed * seconds)
  }

  #travel(to: Pose, preset: number | null): void {
    this.#focus = 0
    const endMs = this.#nowMs + travelMs(this.#pose, to, OWN_SPEED)
    this.#doing = { kind: 'travel', from: this.#pose, to: withinReach(to), startMs: this.#nowMs, endMs, preset }
  }

  #toStop(tour: Tour, stop: number, startMs = this.#nowMs): void {
    const next = tour.stops[stop]
    if (next === undefined) return
    this.#focus = 0
    const arriveMs = startMs + travelMs(this.#pose, next.pose, next.speed)
    this.#doing = { kind: 'tour', tour, stop, from: this.#pose, startMs, arriveMs, endMs: arriveMs + next.holdS * 1000 }
  }

  #sample(): void {
    const tape = this.#tape
    if (tape === undefined || this.#nowMs < tape.dueMs) return
    tape.dueMs += SAMPLE_MS
    const last = tape.points.at(-1)
    const before = tape.points.at(-2)
    // Of a camera that stands still the first and the last moment say it all.
    if (last !== undefined && before !== undefined && isSame(last, this.#pose) && isSame(before, last)) tape.points.pop()
    tape.points.push({ ...this.#pose, afterMs: this.#nowMs - tape.startMs })
    if (this.#nowMs - tape.startMs >= ptzLimits.trackMs) tape.dueMs = Number.POSITIVE_INFINITY
  }
}

function onTheWay(from: Pose, to: Pose, startMs: number, endMs: number, nowMs: number): Pose {
  return poseBetween(from, to, endMs > startMs ? Math.min((nowMs - startMs) / (endMs - startMs), 1) : 1)
}

function travelMs(from: Pose, to: Pose, speed: number): number {
  const distance = apart(from, to)
  return distance < 0.001 ? 0 : Math.max(LEAST_TRAVEL_MS, (TRAVEL_MS * distance) / speed)
}

function placeOn(points: readonly TrackPoint[], afterMs: number): Pose | undefined {
  const next = points.findIndex((point) => point.afterMs >= afterMs)
  const to = points[next === -1 ? points.length - 1 : next]
  const from = points[next - 1]
  if (to === undefined || from === undefined || next === -1) return to
  const share = (afterMs - from.afterMs) / Math.max(to.afterMs - from.afterMs, 1)
  const mix = (one: number, other: number) => one + (other - one) * share
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: mix(from.zoom, to.zoom) }
}

function isSame(one: Pose, other: Pose): boolean {
  return one.x === other.x && one.y === other.y && one.zoom === other.zoom
}

function limited(value: number): number {
  return Math.min(Math.max(value, -1), 1)
}
