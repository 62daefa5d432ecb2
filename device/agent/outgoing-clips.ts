import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import type { ClipFault } from '#contract/enums.ts'
import { encodeMediaUnit, mediaCodecs, videoCodecOf } from '#contract/media.ts'
import type { ChannelSource, ChannelRecording } from './channel-source.ts'

type ClipRequest = Extract<ToDevice, { kind: 'clip-request' }>

/**
 * Parts of the past on their way to the service. Unlike live pictures none is left out: each unit waits until the socket has taken the one
 * before, and until everything else has had its turn, since a socket with room takes thousands without letting go.
 */
export class OutgoingClips {
  readonly #socket: WebSocket
  readonly #source: ChannelSource
  /** By the request that asked, since a number may be used again. */
  readonly #wanted = new Map<number, ClipRequest>()

  constructor(socket: WebSocket, source: ChannelSource) {
    this.#socket = socket
    this.#source = source
  }

  send(request: ClipRequest): void {
    this.#wanted.set(request.streamId, request)
    void this.#answer(request)
  }

  cancel(streamId: number): void {
    this.#wanted.delete(streamId)
  }

  cancelAll(): void {
    this.#wanted.clear()
  }

  async #answer(request: ClipRequest): Promise<void> {
    const { streamId, chlIndex, stream, startMs, endMs, pictures, sound = false, asH264 = false } = request
    const isKeysOnly = pictures === 'key'
    const wanted = { stream, startMs, endMs, isKeysOnly, hasSound: sound && !isKeysOnly, asH264 }
    try {
      const recording = (await this.#source.recording?.(chlIndex, wanted)) ?? 'not-found'
      if (typeof recording === 'string') return this.#fail(request, recording)
      if (this.#wanted.get(streamId) !== request) return await recording.close?.()
      this.#say({ kind: 'clip-opened', streamId, ...recording.format })
      if (await this.#sendUnits(request, recording)) this.#say({ kind: 'clip-end', streamId, changedAtMs: recording.changedAtMs?.() })
    } catch {
      // The disk does not give it.
      this.#fail(request, 'failed')
    }
    if (this.#wanted.get(streamId) === request) this.#wanted.delete(streamId)
  }

  #fail(request: ClipRequest, fault: ClipFault): void {
    if (this.#wanted.get(request.streamId) !== request) return
    this.#wanted.delete(request.streamId)
    this.#say({ kind: 'clip-failed', streamId: request.streamId, fault })
  }

  /** Resolves with false when it is no longer wanted. */
  async #sendUnits(request: ClipRequest, { format, units }: ChannelRecording): Promise<boolean> {
    const { streamId: channel } = request
    const codec = mediaCodecs[videoCodecOf(format.codec)]
    const soundCodec = format.sound && mediaCodecs[format.sound.codec]
    let sequence = 0
    let soundSequence = 0
    for await (const unit of units) {
      let message: Uint8Array
      if (!('isSound' in unit)) {
        message = encodeMediaUnit({ kind: 'video', ...unit, channel, codec, sequence: ++sequence })
      } else if (soundCodec === undefined) {
        continue
      } else {
        const flags = { isKey: false, isPreroll: false }
        message = encodeMediaUnit({ kind: 'sound', ...unit, ...flags, channel, codec: soundCodec, sequence: ++soundSequence })
      }
      const isSent = await this.#taken(message)
      await nextTurn()
      if (!isSent || this.#wanted.get(request.streamId) !== request) return false
    }
    return this.#wanted.get(request.streamId) === request
  }

  /** Resolves when the socket has taken the message; false when it is no longer open. */
  #taken(message: Uint8Array): Promise<boolean> {
    return new Promise((resolve) => {
      this.#socket.send(message, (fault) => resolve(fault === undefined || fault === null))
    })
  }

  #say(message: FromDevice): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
