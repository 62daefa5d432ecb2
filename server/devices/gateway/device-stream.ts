import type { StreamFault, StreamKind } from '#contract/enums.ts'
import { decodeMediaUnit, type MediaUnit } from '#contract/media.ts'
import type { SoundFormat } from '#contract/sound.ts'

/** What a stream carries, as its device says. `fps` is 0 when the device does not know. */
export interface StreamFormat {
  codec: string
  width: number
  height: number
  fps: number
  /** The stream brings sound with its pictures. */
  sound?: SoundFormat | undefined
}

/** A unit, or a frame of sound, as it came from a device: its header and its payload are views of the one message. */
export interface DeviceUnit {
  isKey: boolean
  isPreroll: boolean
  /** When it was filmed, epoch ms by the service's clock. */
  captureMs: number
  header: Uint8Array
  data: Uint8Array
}

/** Where the units of a device's stream go. `failed` ends nothing: when the stream goes on, `opened` comes again before the next unit. */
export interface StreamSink {
  opened(format: StreamFormat): void
  unit(unit: DeviceUnit): void
  /** A frame of the sound that belongs to the pictures. */
  sound(frame: DeviceUnit): void
  failed(fault: StreamFault): void
}

/** A stream that somebody wants of a device, wherever that device is: it outlives the device's connections. */
export interface DeviceStream {
  readonly sn: string
  readonly chlIndex: number
  readonly stream: StreamKind
  /** In H.264, even if the camera films in H.265. */
  readonly asH264?: boolean
  readonly sink: StreamSink
}

/** Reads a device's binary message, without copying it; `undefined` when it is none. */
export function readUnit(message: Uint8Array): { streamId: number; kind: MediaUnit['kind']; unit: DeviceUnit } | undefined {
  const unit = decodeMediaUnit(message)
  if (unit === undefined) return undefined
  const { kind, isKey, isPreroll, captureMs, data, channel } = unit
  const header = message.subarray(0, message.byteLength - data.byteLength)
  return { streamId: channel, kind, unit: { isKey, isPreroll, captureMs, data, header } }
}
