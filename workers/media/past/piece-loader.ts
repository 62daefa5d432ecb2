import type { StreamConfig } from '../pipeline.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { PastCamera } from '#contract/playback-api.ts'
import { MOST_OF_PAST_MS, type PastAnswer, type PastAsk, type PastFault } from '#contract/recorded-media.ts'
import type { GroupStore, Piece } from './group-store.ts'

/** At the speed of the recording a piece is as long as this, and so much more is fetched ahead. Both grow with the speed. */
const PIECE_MS = 10_000
const AHEAD_MS = 8_000
/** As long as the piece is that brings one picture alone. */
const MOMENT_MS = 1
/** What is under way and ends so far in front of where the viewer is now is not waited for. */
const MOST_BEHIND_MS = 3_000
/** Within this time of now a recording may still grow: nothing is known to be missing there. */
const GROWING_MS = 10_000
const RETRY_MS = 2_000
/** Rights do not come back by asking. */
const RETRY_REFUSED_MS = 30_000

/** What the viewer is about to see. Times in epoch ms of the recordings; `edgeMs` is now. */
export interface Wanted {
  atMs: number
  way: 1 | -1
  speed: number
  isKeys: boolean
  edgeMs: number
  /** The clock goes on from there. */
  isRunning: boolean
  /** Nothing is needed yet but the picture of this very moment: whatever else came would hold it up. */
  isMomentAlone?: boolean
}

/** Way to the service. `ask` answers whether the question left; `nextNumber` names none by which something is under way. */
export interface PieceDoor {
  ask(ask: PastAsk): boolean
  nextNumber(): number
}

interface UnderWay {
  channel: number
  startMs: number
  endMs: number
  isKeys: boolean
  /** It is one moment, of which no more was needed. */
  isAlone: boolean
  /** How far it has come. */
  reachedMs: number
  piece: Piece | undefined
}

/** Fetches the past of one camera piece by piece, ahead of where the viewer is: one at a time, the one that is needed next. */
export class PieceLoader {
  readonly #camera: PastCamera
  readonly #store: GroupStore
  readonly #door: PieceDoor
  #underWay: UnderWay | undefined
  #fault: PastFault | undefined
  #notBeforeMs = 0

  constructor(camera: PastCamera, store: GroupStore, door: PieceDoor) {
    this.#camera = camera
    this.#store = store
    this.#door = door
  }

  /** Why nothing comes. */
  get fault(): PastFault | undefined {
    return this.#fault
  }

  /** Sees to it that what is shown next is there or on its way. */
  follow(wanted: Wanted, nowMs: number): void {
    const span = this.#missing(wanted)
    if (span === undefined) {
      if (wanted.isMomentAlone && this.#underWay !== undefined && !this.#isUseful(this.#underWay, wanted)) this.cancel()
      return
    }
    if (this.#underWay !== undefined) {
      if (this.#isUseful(this.#underWay, wanted)) return
      this.cancel()
    }
    if (nowMs < this.#notBeforeMs) return
    const channel = this.#door.nextNumber()
    const { sn, chlIndex, stream, from } = this.#camera
    const pictures = wanted.isKeys ? 'key' : 'all'
    if (!this.#door.ask({ op: 'past', channel, sn, chlIndex, stream, from, pictures, ...span })) return
    const isAlone = wanted.isMomentAlone === true && span.endMs - span.startMs === MOMENT_MS
    this.#underWay = { channel, ...span, isKeys: wanted.isKeys, isAlone, reachedMs: span.startMs, piece: undefined }
  }

  #missing({ atMs, way, speed, isKeys, edgeMs, isMomentAlone }: Wanted): { startMs: number; endMs: number } | undefined {
    const known = isKeys ? this.#store.keys : this.#store.whole
    const scale = Math.max(1, speed)
    const lengthMs = Math.min(PIECE_MS * scale, MOST_OF_PAST_MS)
    const isHere = known.has(atMs)
    // Where a recording may still grow only a picture behind it says that it is the one of the moment.
    if (isMomentAlone && (isHere || atMs + 1 < edgeMs - GROWING_MS))
      return isHere ? undefined : { startMs: Math.floor(atMs), endMs: Math.floor(atMs) + MOMENT_MS }
    if (way === -1) {
      const endMs = isHere ? known.beginBefore(atMs) : atMs + 1
      if (endMs <= 0 || atMs - endMs >= AHEAD_MS * scale) return undefined
      // A piece that ended early, where the pictures become others, is gone on with behind its end.
      const startMs = Math.floor(known.endAfter(Math.max(0, endMs - lengthMs)))
      return { startMs, endMs: Math.ceil(endMs) }
    }
    const startMs = Math.floor(known.endAfter(atMs))
    if (startMs - atMs >= AHEAD_MS * scale || startMs >= edgeMs) return undefined
    return { startMs, endMs: Math.ceil(startMs + lengthMs) }
  }

  #isUseful({ startMs, endMs, isKeys, isAlone, reachedMs, piece }: UnderWay, wanted: Wanted): boolean {
    if (isKeys !== wanted.isKeys) return false
    // Who plays on needs what is behind it, which brings the same pictures. Where it is opened already they come at once.
    if (isAlone && wanted.isRunning && piece === undefined) return false
    const { atMs, way } = wanted
    const known = isKeys ? this.#store.keys : this.#store.whole
    if (atMs >= startMs && atMs < endMs) return way === -1 || isKeys || atMs - reachedMs <= MOST_BEHIND_MS
    // All up to there is here: it is what is needed next, however far ahead it was asked for.
    return way === 1 ? atMs < startMs && known.endAfter(atMs) >= startMs : atMs >= endMs && known.beginBefore(atMs) <= endMs
  }

  get isAsking(): boolean {
    return this.#underWay !== undefined
  }

  /** A piece is under way by this number. */
  has(channel: number): boolean {
    return this.#underWay?.channel === channel
  }

  /** Answers whether the message was about a piece of this camera. */
  take(answer: PastAnswer, edgeMs: number, nowMs: number): boolean {
    const underWay = this.#underWay
    if (underWay?.channel !== answer.channel) return false
    if (answer.op === 'past-opened') {
      const { codec, width, height, fps, sound } = answer
      const config: StreamConfig = { stream: this.#camera.stream, codec, width, height, fps, sound }
      underWay.piece = { config }
      this.#fault = undefined
      return true
    }
    this.#underWay = undefined
    const changedAtMs = changeIn(underWay, answer)
    if (changedAtMs !== undefined) {
      // Others begin here: they are the next piece.
      this.#know(underWay, Math.max(underWay.reachedMs, changedAtMs))
      this.#fault = undefined
    } else if (answer.op === 'past-end' || answer.fault === 'no-recording') {
      this.#know(underWay, Math.max(underWay.reachedMs, Math.min(underWay.endMs, edgeMs - GROWING_MS)))
      // At its edge a recording grows by itself.
      if (underWay.endMs > edgeMs - GROWING_MS) this.#notBeforeMs = nowMs + RETRY_MS / 2
      this.#fault = undefined
    } else {
      this.#fault = answer.fault
      this.#notBeforeMs = nowMs + (answer.fault === 'no-permission' || answer.fault === 'refused' ? RETRY_REFUSED_MS : RETRY_MS)
    }
    return true
  }

  takeUnit(unit: MediaUnit): boolean {
    const underWay = this.#underWay
    if (underWay?.channel !== unit.channel) return false
    if (underWay.piece === undefined) return true
    this.#store.put(unit, underWay.piece)
    // What comes in front of it for the decoder is whole, too.
    if (unit.isPreroll && unit.isKey) underWay.startMs = Math.min(underWay.startMs, unit.captureMs)
    // Pieces come in the order of time: up to this picture there are no others.
    if (unit.kind === 'video' && unit.captureMs > underWay.reachedMs) {
      underWay.reachedMs = unit.captureMs
      this.#know(underWay, unit.captureMs)
    }
    return true
  }

  #know({ startMs, isKeys }: UnderWay, endMs: number): void {
    this.#store.keys.add(startMs, endMs)
    if (!isKeys) this.#store.whole.add(startMs, endMs)
  }

  /** The connection is gone, and with it what was under way. */
  lost(): void {
    this.#underWay = undefined
  }

  /** Asked again at once: what kept it may be over. */
  forgive(): void {
    this.#notBeforeMs = 0
    this.#fault = undefined
  }

  cancel(): void {
    if (this.#underWay !== undefined) this.#door.ask({ op: 'past-cancel', channel: this.#underWay.channel })
    this.#underWay = undefined
  }
}

/** Where the pictures of a piece that ended early become others. */
function changeIn({ startMs, endMs }: UnderWay, answer: PastAnswer): number | undefined {
  const changedAtMs = answer.op === 'past-end' ? answer.changedAtMs : undefined
  return changedAtMs !== undefined && changedAtMs > startMs && changedAtMs < endMs ? changedAtMs : undefined
}
