import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { StreamFormat } from './device-stream.ts'

/** Where a clip of a device's past goes: `opened`, its units in order, and `ended`; or `failed`, at any time. */
export interface ClipSink {
  opened(format: StreamFormat): void
  unit(unit: MediaUnit): void
  /** A frame of the clip's sound. Who has no ear for it is sent none. */
  sound?(frame: MediaUnit): void
  /** `changedAtMs`: it ends early, where the pictures become others. */
  ended(changedAtMs?: number): void
  failed(fault: ClipFault | 'offline'): void
}

/** A part of a channel's past that somebody wants of a device. It ends with the device's connection. */
export interface DeviceClip {
  readonly sn: string
  readonly chlIndex: number
  readonly stream: StreamKind
  readonly startMs: number
  readonly endMs: number
  /** `key`: key frames alone, and no sound. */
  readonly pictures?: 'all' | 'key' | undefined
  /** In H.264, whatever it was filmed in. */
  readonly asH264?: boolean | undefined
  readonly sink: ClipSink
}
