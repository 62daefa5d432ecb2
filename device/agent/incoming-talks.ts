import type { WebSocket } from 'ws'
import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import { decodeMediaUnit } from '#contract/media.ts'
import type { ChannelSource, TalkHandle } from './channel-source.ts'

/** Those who talk to the device's cameras, by their number among its streams. */
export class IncomingTalks {
  readonly #socket: WebSocket
  readonly #source: ChannelSource
  readonly #talks = new Map<number, TalkHandle>()

  constructor(socket: WebSocket, source: ChannelSource) {
    this.#socket = socket
    this.#source = source
  }

  open({ streamId, chlIndex }: Extract<ToDevice, { kind: 'open-talk' }>): void {
    this.close(streamId)
    let isOver = false
    const handle = this.#source.talk?.(chlIndex, {
      opened: () => this.#say({ kind: 'talk-opened', streamId }),
      failed: (fault) => {
        isOver = true
        this.#talks.delete(streamId)
        this.#say({ kind: 'talk-failed', streamId, fault })
      },
    })
    if (handle === undefined) this.#say({ kind: 'talk-failed', streamId, fault: 'unsupported' })
    else if (!isOver) this.#talks.set(streamId, handle)
  }

  /** A frame of sound for a camera; one of a talk that is over is left alone. */
  hear(message: Uint8Array): void {
    const unit = decodeMediaUnit(message)
    if (unit?.kind === 'sound') this.#talks.get(unit.channel)?.sound(unit)
  }

  close(streamId: number): void {
    this.#talks.get(streamId)?.close()
    this.#talks.delete(streamId)
  }

  closeAll(): void {
    for (const streamId of this.#talks.keys()) this.close(streamId)
  }

  #say(message: FromDevice): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
