import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import { readdressMediaUnit } from '#contract/media.ts'
import type { TalkFault } from '#contract/sound.ts'

/** Hears how a talk goes: `opened` once, `failed` at any time; then it is over. */
interface TalkSink {
  opened(): void
  failed(fault: TalkFault): void
}

/** What somebody wants to say to the camera of a channel. It ends with the device's connection. */
export interface DeviceTalk {
  readonly sn: string
  readonly chlIndex: number
  readonly sink: TalkSink
}

/** The line to a camera. `send` takes an encoded frame of sound and changes its channel. */
export interface TalkLine {
  send(frame: Uint8Array): void
  close(): void
}

type TalkMessage = Extract<FromDevice, { kind: 'talk-opened' | 'talk-failed' }>

export function isOfTalk(message: FromDevice): message is TalkMessage {
  return message.kind === 'talk-opened' || message.kind === 'talk-failed'
}

/** The talks that one connection of a device carries, by their number among its streams. */
export class DeviceTalks {
  readonly #say: (message: ToDevice) => void
  readonly #send: (frame: Uint8Array) => void
  readonly #talks = new Map<number, DeviceTalk & { isOpened: boolean }>()

  constructor(say: (message: ToDevice) => void, send: (frame: Uint8Array) => void) {
    this.#say = say
    this.#send = send
  }

  has(streamId: number): boolean {
    return this.#talks.has(streamId)
  }

  open(streamId: number, talk: DeviceTalk): TalkLine {
    this.#talks.set(streamId, { ...talk, isOpened: false })
    this.#say({ kind: 'open-talk', streamId, chlIndex: talk.chlIndex })
    return {
      send: (frame) => {
        if (this.#talks.get(streamId)?.isOpened !== true) return
        readdressMediaUnit(frame, streamId, { isKey: false, isPreroll: false })
        this.#send(frame)
      },
      close: () => {
        if (this.#talks.delete(streamId)) this.#say({ kind: 'close-talk', streamId })
      },
    }
  }

  hear(message: TalkMessage): void {
    const talk = this.#talks.get(message.streamId)
    if (talk === undefined) return
    if (message.kind === 'talk-opened') {
      talk.isOpened = true
      return talk.sink.opened()
    }
    this.#talks.delete(message.streamId)
    talk.sink.failed(message.fault)
  }

  /** The connection is gone, or the device is no longer this organization's: `fault` says which. */
  drop(fault: TalkFault): void {
    const talks = [...this.#talks]
    this.#talks.clear()
    for (const [streamId, { sink }] of talks) {
      this.#say({ kind: 'close-talk', streamId })
      sink.failed(fault)
    }
  }
}
