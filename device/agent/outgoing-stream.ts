import type { WebSocket } from 'ws'
import type { FromDevice } from '#contract/device-gateway.ts'
import type { StreamFault } from '#contract/enums.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import type { SourceUnit, StreamFormat, StreamSink } from './channel-source.ts'

/** Unsent bytes over which a stream waits for its next key frame instead of growing older and older. */
const CONGESTED_BYTES = 1024 * 1024

/** One stream on its way to the service. */
export class OutgoingStream implements StreamSink {
  readonly #socket: WebSocket
  readonly #streamId: number
  #sequence = 0
  #waitsForKey = true

  constructor(socket: WebSocket, streamId: number) {
    this.#socket = socket
    this.#streamId = streamId
  }

  opened(format: StreamFormat): void {
    this.#waitsForKey = true
    this.#say({ kind: 'stream-opened', streamId: this.#streamId, ...format })
  }

  failed(fault: StreamFault): void {
    this.#say({ kind: 'stream-failed', streamId: this.#streamId, fault })
  }

  unit(unit: SourceUnit): void {
    // Units that are not sent are counted too: whoever reads the sequence sees the gap.
    this.#sequence = (this.#sequence + 1) >>> 0
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > CONGESTED_BYTES) this.#waitsForKey = true
    else if (unit.isKey) this.#waitsForKey = false
    if (this.#waitsForKey) return
    this.#socket.send(encodeMediaUnit({ ...unit, channel: this.#streamId, codec: mediaCodecs.h264, sequence: this.#sequence }))
  }

  #say(message: FromDevice): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
