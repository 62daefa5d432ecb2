import type { WebSocket } from 'ws'
import type { FromDevice } from '#contract/device-gateway.ts'
import type { StreamFault } from '#contract/enums.ts'
import { encodeMediaUnit, mediaCodecs, videoCodecOf } from '#contract/media.ts'
import type { SoundUnit, SourceUnit, StreamFormat, StreamSink } from './channel-source.ts'
import type { ServiceClock } from './service-clock.ts'

/** Unsent bytes over which a stream waits for its next key frame instead of growing older and older. */
const CONGESTED_BYTES = 1024 * 1024

/** One stream on its way to the service. */
export class OutgoingStream implements StreamSink {
  readonly #socket: WebSocket
  readonly #streamId: number
  readonly #clock: ServiceClock
  #sequence = 0
  #soundSequence = 0
  #codec: number = mediaCodecs.h264
  #soundCodec: number | undefined
  #waitsForKey = true
  /** Of the past pictures that it has begun with, until they have left: they all are sent at once, and say nothing of the line. */
  #burstBytes = 0

  constructor(socket: WebSocket, streamId: number, clock: ServiceClock) {
    this.#socket = socket
    this.#streamId = streamId
    this.#clock = clock
  }

  opened(format: StreamFormat): void {
    this.#waitsForKey = true
    this.#burstBytes = 0
    this.#codec = mediaCodecs[videoCodecOf(format.codec)]
    this.#soundCodec = format.sound && mediaCodecs[format.sound.codec]
    this.#say({ kind: 'stream-opened', streamId: this.#streamId, ...format })
  }

  failed(fault: StreamFault): void {
    this.#say({ kind: 'stream-failed', streamId: this.#streamId, fault })
  }

  unit(unit: SourceUnit): void {
    // Units that are not sent are counted too: whoever reads the sequence sees the gap.
    this.#sequence = (this.#sequence + 1) >>> 0
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const waitingBytes = this.#socket.bufferedAmount
    if (unit.isPreroll) this.#burstBytes += unit.data.byteLength
    else if (waitingBytes <= CONGESTED_BYTES) this.#burstBytes = 0
    if (waitingBytes > CONGESTED_BYTES + this.#burstBytes) this.#waitsForKey = true
    else if (unit.isKey) this.#waitsForKey = false
    if (this.#waitsForKey) return
    const addressed = { kind: 'video', channel: this.#streamId, codec: this.#codec, sequence: this.#sequence } as const
    this.#socket.send(encodeMediaUnit({ ...unit, ...addressed, captureMs: unit.captureMs + this.#clock.correctionMs }))
  }

  sound(unit: SoundUnit): void {
    this.#soundSequence = (this.#soundSequence + 1) >>> 0
    if (this.#soundCodec === undefined || this.#socket.readyState !== this.#socket.OPEN) return
    // Each frame stands for itself: what a congested socket does not take is not heard, and nothing grows old.
    if (this.#socket.bufferedAmount > CONGESTED_BYTES) return
    const addressed = { kind: 'sound', channel: this.#streamId, codec: this.#soundCodec, sequence: this.#soundSequence } as const
    const captureMs = unit.captureMs + this.#clock.correctionMs
    this.#socket.send(encodeMediaUnit({ ...unit, ...addressed, captureMs, isKey: false, isPreroll: false }))
  }

  #say(message: FromDevice): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
