import type { MediaUnit } from '#contract/media.ts'
import type { PastFault } from '#contract/recorded-media.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { StreamFormat } from '../../devices/gateway/device-stream.ts'
import type { Now } from '../../runtime/clock.ts'
import type { MediaSender } from './media-sender.ts'
import type { PastLine } from './past-line.ts'
import type { PastPlace } from './past-places.ts'

const { pieceBytes, waitingBytes, silenceMs, mostMs } = tenantLimits.past

interface PastPieceParts {
  /** Its number on the viewer's socket. */
  channel: number
  isKeysOnly: boolean
  sender: Pick<MediaSender, 'say'>
  line: PastLine
  place: PastPlace
  now: Now
  /** Called once, when nothing more of it is sent. */
  onOver: () => void
}

/** One piece of the past on its way to a viewer, wherever it comes from: how it goes is told to the viewer, and it never grows beyond its bounds. */
export class PastPiece {
  readonly #parts: PastPieceParts
  readonly #end: ReturnType<PastLine['open']>
  readonly #dueMs: number
  #newsMs: number
  #bytes = 0
  /** Nothing more comes, though some of it may still wait for the line. */
  #isComplete = false
  #isOver = false
  #stop: (() => void) | undefined

  constructor(parts: PastPieceParts) {
    this.#parts = parts
    this.#end = parts.line.open(parts.channel, parts.isKeysOnly)
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
    if (this.#isOver || this.#isComplete) return
    const { line, place, now } = this.#parts
    const { byteLength } = unit.data
    this.#newsMs = now()
    this.#bytes += byteLength
    if (this.#bytes > pieceBytes) return this.#giveUp('failed')
    if (line.waitingBytes + byteLength > waitingBytes.ofSocket || !place.wait(byteLength)) return this.#giveUp('refused')
    await this.#end.push(unit)
    place.taken(byteLength)
  }

  /** `changedAtMs`: it ends early, where the pictures become others. */
  ended(changedAtMs?: number): void {
    this.#complete(() => this.#parts.sender.say({ op: 'past-end', channel: this.#parts.channel, changedAtMs }))
  }

  failed(fault: PastFault): void {
    this.#complete(() => this.#sayFailed(fault))
  }

  /** Nobody wants it any more, and nobody is told. */
  cancel(): void {
    this.#over(() => this.#stop?.())
  }

  /** Gives up what does not come. */
  sweep(): void {
    const nowMs = this.#parts.now()
    const isSilent = !this.#isComplete && this.#end.isEmpty && nowMs - this.#newsMs >= silenceMs
    if (isSilent || nowMs >= this.#dueMs) this.#giveUp('failed')
  }

  /** The viewer is told behind what is still to be sent. */
  #complete(last: () => void): void {
    if (this.#isOver || this.#isComplete) return
    this.#isComplete = true
    this.#end.end(() => this.#over(last))
  }

  #giveUp(fault: PastFault): void {
    this.#over(() => {
      this.#stop?.()
      this.#sayFailed(fault)
    })
  }

  #sayFailed(fault: PastFault): void {
    this.#parts.sender.say({ op: 'past-failed', channel: this.#parts.channel, fault })
  }

  #over(last: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#end.drop()
    this.#parts.place.leave()
    this.#parts.onOver()
    last()
  }
}
