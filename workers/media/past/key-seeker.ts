import type { MediaUnit } from '#contract/media.ts'
import type { PastCamera } from '#contract/playback-api.ts'
import type { PastAnswer } from '#contract/recorded-media.ts'
import type { GroupStore, Piece, Place } from './group-store.ts'
import type { PieceDoor } from './piece-loader.ts'

/** The picture under the finger: the key frame at or before a moment, one question under way, and the newest wish is the next. */
export class KeySeeker {
  readonly #camera: PastCamera
  readonly #store: GroupStore
  readonly #door: PieceDoor
  #underWay: { channel: number; atMs: number; piece: Piece | undefined; keyMs?: number } | undefined
  #nextMs: number | undefined
  /** What was asked and did not come: nothing is recorded there, or nobody answers. */
  #missingMs: number | undefined

  constructor(camera: PastCamera, store: GroupStore, door: PieceDoor) {
    this.#camera = camera
    this.#store = store
    this.#door = door
  }

  /** The picture for this moment, if it is here; else it is fetched, and `take` says when to look again. */
  placeAt(atMs: number): Place | undefined {
    if (this.#store.keys.has(atMs)) return this.#store.placeAt(atMs, true)
    if (this.#missingMs === atMs) return undefined
    if (this.#underWay === undefined) this.#ask(atMs)
    else if (this.#underWay.atMs !== atMs) this.#nextMs = atMs
    return undefined
  }

  /** A question is under way. */
  get isAsking(): boolean {
    return this.#underWay !== undefined
  }

  /** It is under way by this number. */
  has(channel: number): boolean {
    return this.#underWay?.channel === channel
  }

  /** It was asked for, and did not come. */
  isMissing(atMs: number): boolean {
    return this.#missingMs === atMs
  }

  #ask(atMs: number): void {
    const channel = this.#door.nextNumber()
    const { sn, chlIndex, stream, from } = this.#camera
    const startMs = Math.floor(atMs)
    const isSent = this.#door.ask({ op: 'past', channel, sn, chlIndex, stream, from, pictures: 'key', startMs, endMs: startMs + 1 })
    if (isSent) this.#underWay = { channel, atMs, piece: undefined }
  }

  /** Answers whether the message was the answer to a question of this one. */
  take(answer: PastAnswer): boolean {
    const underWay = this.#underWay
    if (underWay?.channel !== answer.channel) return false
    if (answer.op === 'past-opened') {
      const { codec, width, height, fps } = answer
      underWay.piece = { config: { stream: this.#camera.stream, codec, width, height, fps } }
      return true
    }
    this.#underWay = undefined
    const { keyMs } = underWay
    // From there up to the moment that was asked for all are here: another one may have come of its own millisecond, behind it.
    if (answer.op === 'past-end' && keyMs !== undefined) this.#store.keys.add(keyMs, underWay.atMs + 1)
    else this.#missingMs = underWay.atMs
    const nextMs = this.#nextMs
    this.#nextMs = undefined
    if (nextMs !== undefined) this.#ask(nextMs)
    return true
  }

  takeUnit(unit: MediaUnit): boolean {
    const underWay = this.#underWay
    if (underWay?.channel !== unit.channel) return false
    if (underWay.piece === undefined) return true
    this.#store.put(unit, underWay.piece)
    if (unit.isKey) underWay.keyMs ??= unit.captureMs
    return true
  }

  stop(): void {
    if (this.#underWay !== undefined) this.#door.ask({ op: 'past-cancel', channel: this.#underWay.channel })
    this.lost()
  }

  lost(): void {
    this.#underWay = undefined
    this.#nextMs = undefined
    this.#missingMs = undefined
  }
}
