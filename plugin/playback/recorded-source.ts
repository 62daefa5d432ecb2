import type { MediaUnit } from '#contract/media.ts'
import type { PastFault } from '#contract/recorded-media.ts'
import type { SoundFormat } from '#contract/sound.ts'

/** One file of a camera's cloud storage. Times in epoch ms. */
export interface CloudFile {
  name: string
  /** The whole address, on the service. */
  url: string
  startMs: number
  endMs: number
}

/** What recorded video is made of. `codec` as WebCodecs names it. */
export interface RecordedFormat {
  codec: string
  width: number
  height: number
  fps: number
  /** There are frames of sound among the units. */
  sound?: SoundFormat | undefined
}

/** Recorded video on its way: a format before the first unit and whenever it changes, and units in order, pictures and sound. */
export type RecordedPart = { kind: 'format'; format: RecordedFormat } | { kind: 'unit'; unit: Omit<MediaUnit, 'channel' | 'sequence'> }

/** Where a window's past comes from. */
export interface RecordedSource {
  /**
   * Reads from this moment on (epoch ms), from the key frame before it, which comes as pre-roll. Ends with what there is; throws
   * `RecordedFault`, and the signal's reason when it aborts.
   */
  read(fromMs: number, signal: AbortSignal): AsyncIterable<RecordedPart>
  /** Takes new links of what it reads, where that has links. */
  renew?(files: readonly CloudFile[]): void
}

/** Why there is no recorded video, or no more of it. */
export class RecordedFault extends Error {
  readonly fault: PastFault | 'lost'

  constructor(fault: RecordedFault['fault']) {
    super(fault)
    this.fault = fault
  }
}
