import type { MediaUnit } from '#contract/media.ts'
import type { PastFault } from '#contract/recorded-media.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { StreamFormat } from '../../devices/gateway/device-stream.ts'
import type { Now } from '../../runtime/clock.ts'
import type { MediaSender } from './media-sender.ts'
import type { PastPlace } from './past-places.ts'

const { pieceBytes, waitingBytes, silenceMs, mostMs } = tenantLimits.past

interface PastPieceParts {
  /** Its number on the viewer's socket. */
  channel: number
  sender: Pick<MediaSender, 'say' | 'sendUnit' | 'waitingBytes'>
  place: PastPlace
  now: Now
  /** Called once, when nothing more of it is sent. */
  onOver: () => void
}

/** One piece of the past on its way to a viewer, wherever it comes from: how it goes is told to the viewer, and it never grows beyond its bounds. */
export class PastPiece {
  readonly #parts: PastPieceParts
  readonly #dueMs: number
  #newsMs: number
  #bytes = 0
  #isOver = false
  #stop: (() => void) | undefined

  constructor(parts: PastPieceParts) {
    this.#parts = parts
    this.#newsMs = parts.now()
    this.#dueMs = this.#newsMs + mostMs
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** How its source is told that nobody wants it any more; at once when that is so already. */
  set stop(stop: () => void) {
    if (this.#isOver) stop()
    else this.#stop = stop
  }

  opened({ codec, width, height, fps, sound }: StreamFormat): void {
    if (this.#isOver) return
    this.#newsMs = this.#parts.now()
    const { channel, sender } = this.#parts
    sender.say({ op: 'past-opened', channel, codec, width, height, fps, ...(sound && { sound }) })
  }

  /** Resolves when the viewer's line has taken the unit, or will not. */
  async send(unit: MediaUnit): Promise<void> {
    if (this.#isOver) return
    const { channel, sender, place, now } = this.#parts
    const { byteLength } = unit.data
    this.#newsMs = now()
    this.#bytes += byteLength
    if (this.#bytes > pieceBytes) return this.#giveUp('failed')
    if (sender.waitingBytes > waitingBytes.ofSocket || !place.wait(byteLength)) return this.#giveUp('refused')
    await sender.sendUnit(unit, channel)
    place.taken(byteLength)
  }

  ended(): void {
    this.#over(() => this.#parts.sender.say({ op: 'past-end', channel: this.#parts.channel }))
  }

  failed(fault: PastFault): void {
    this.#over(() => this.#parts.sender.say({ op: 'past-failed', channel: this.#parts.channel, fault }))
  }

  /** Nobody wants it any more, and nobody is told. */
  cancel(): void {
    this.#over(() => this.#stop?.())
  }

  /** Gives up what does not come. */
  sweep(): void {
    const nowMs = this.#parts.now()
    if (nowMs >= this.#dueMs || nowMs - this.#newsMs >= silenceMs) this.#giveUp('failed')
  }

  #giveUp(fault: PastFault): void {
    this.#stop?.()
    this.failed(fault)
  }

  #over(last: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#parts.place.leave()
    this.#parts.onOver()
    last()
  }
}
