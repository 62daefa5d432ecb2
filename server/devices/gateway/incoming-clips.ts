import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import { decodeMediaUnit } from '#contract/media.ts'
import type { DeviceClip } from './device-clip.ts'

type ClipMessage = Extract<FromDevice, { kind: 'clip-opened' | 'clip-failed' | 'clip-end' }>

export function isOfClip(message: FromDevice): message is ClipMessage {
  return message.kind === 'clip-opened' || message.kind === 'clip-failed' || message.kind === 'clip-end'
}

/** The clips that one connection of a device is asked for, by their number among its streams. */
export class IncomingClips {
  readonly #say: (message: ToDevice) => void
  readonly #clips = new Map<number, DeviceClip & { isOpened: boolean }>()

  constructor(say: (message: ToDevice) => void) {
    this.#say = say
  }

  has(streamId: number): boolean {
    return this.#clips.has(streamId)
  }

  request(streamId: number, clip: DeviceClip): void {
    this.#clips.set(streamId, { ...clip, isOpened: false })
    const { chlIndex, stream, startMs, endMs, pictures, asH264 } = clip
    const sound = hearsSound(clip) ? { sound: true } : {}
    this.#say({ kind: 'clip-request', streamId, chlIndex, stream, startMs, endMs, pictures, asH264, ...sound })
  }

  cancel(clip: DeviceClip): void {
    for (const [streamId, { sink }] of this.#clips) {
      if (sink !== clip.sink) continue
      this.#clips.delete(streamId)
      this.#say({ kind: 'clip-cancel', streamId })
    }
  }

  hear(message: ClipMessage): void {
    const clip = this.#clips.get(message.streamId)
    if (clip === undefined) return
    if (message.kind === 'clip-opened') {
      const { codec, width, height, fps } = message
      const sound = hearsSound(clip) ? message.sound : undefined
      clip.isOpened = true
      return clip.sink.opened({ codec, width, height, fps, ...(sound && { sound }) })
    }
    this.#clips.delete(message.streamId)
    if (message.kind === 'clip-failed') clip.sink.failed(message.fault)
    else clip.sink.ended(message.changedAtMs)
  }

  /** Takes a device's binary message when it is a unit of a clip. What an older device sends beyond what was asked for goes no further. */
  hearUnit(streamId: number, message: Uint8Array): boolean {
    const clip = this.#clips.get(streamId)
    if (clip === undefined) return false
    const unit = decodeMediaUnit(message)
    if (!clip.isOpened || unit === undefined) return true
    if (unit.kind === 'video' && (unit.isKey || clip.pictures !== 'key')) clip.sink.unit(unit)
    if (unit.kind === 'sound' && hearsSound(clip)) clip.sink.sound?.(unit)
    return true
  }

  /** The connection is gone, or the device is no longer this organization's. */
  drop(): void {
    const clips = [...this.#clips.values()]
    this.#clips.clear()
    for (const { sink } of clips) sink.failed('offline')
  }
}

function hearsSound({ sink, pictures }: DeviceClip): boolean {
  return sink.sound !== undefined && pictures !== 'key'
}
