import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
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
    const { streamId, chlIndex, stream, startMs, endMs } = request
    const recording = this.#source.recording?.(chlIndex, stream, startMs, endMs) ?? 'not-found'
    if (typeof recording === 'string') return this.#say({ kind: 'clip-failed', streamId, fault: recording })
    this.#wanted.set(streamId, request)
    this.#say({ kind: 'clip-opened', streamId, ...recording.format })
    void this.#sendUnits(request, recording)
  }

  cancel(streamId: number): void {
    this.#wanted.delete(streamId)
  }

  cancelAll(): void {
    this.#wanted.clear()
  }

  async #sendUnits(request: ClipRequest, { units }: ChannelRecording): Promise<void> {
    const { streamId } = request
    let sequence = 0
    for (const unit of units) {
      sequence += 1
      const isSent = await this.#taken(encodeMediaUnit({ kind: 'video', ...unit, channel: streamId, codec: mediaCodecs.h264, sequence }))
      await nextTurn()
      if (!isSent || this.#wanted.get(streamId) !== request) return
    }
    this.#wanted.delete(streamId)
    this.#say({ kind: 'clip-end', streamId })
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
