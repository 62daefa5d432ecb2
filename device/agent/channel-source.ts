import type { ClipFault, StreamFault, StreamKind } from '#contract/enums.ts'
import type { SoundFormat, TalkFault } from '#contract/sound.ts'

/** What a stream carries. `codec` as WebCodecs names it; `fps` is 0 when the camera does not say. */
export interface StreamFormat {
  codec: string
  width: number
  height: number
  fps: number
  /** The stream brings sound with its pictures. */
  sound?: SoundFormat
}

/** One access unit (Annex B), in the codec of its stream's format, on its way out. */
export interface SourceUnit {
  isKey: boolean
  /** Already past, sent so that decoding can begin. */
  isPreroll: boolean
  /** Whole µs, rising within a stream. */
  ptsUs: number
  /** Wall clock of the capture, epoch ms. */
  captureMs: number
  data: Uint8Array
}

/** One frame of the sound that belongs to a stream's pictures, on the clocks of those. */
export interface SoundUnit {
  /** Whole µs of its first sample. */
  ptsUs: number
  /** Wall clock of its first sample, epoch ms. */
  captureMs: number
  data: Uint8Array
}

/** Where a source puts one open stream. `failed` ends nothing: a source that goes on calls `opened` again before the next unit. */
export interface StreamSink {
  opened(format: StreamFormat): void
  unit(unit: SourceUnit): void
  /** Only of a stream whose format has `sound`; frames in order, sent as they come. */
  sound(unit: SoundUnit): void
  failed(fault: StreamFault): void
}

export interface StreamHandle {
  close(): void
}

/** A frame of sound among the units of a recording. */
export interface RecordedSound extends SoundUnit {
  isSound: true
}
export type RecordedUnit = SourceUnit | RecordedSound

/** Which part of a channel's past is wanted, epoch ms. `isKeysOnly`: key frames alone. `hasSound`: the sound of this time too. */
export interface WantedPast {
  stream: StreamKind
  startMs: number
  endMs: number
  isKeysOnly: boolean
  hasSound: boolean
  /** In H.264, whatever it was filmed in. */
  asH264?: boolean
}

/**
 * A part of the past: units in order, from a key frame on; those before the time that was asked for are pre-roll. Sound comes only where the
 * format has it.
 */
export interface ChannelRecording {
  format: StreamFormat
  units: Iterable<RecordedUnit> | AsyncIterable<RecordedUnit>
  /** Asked behind the last unit: where the pictures become others (codec or size), epoch ms, for which a recording ends early. */
  changedAtMs?(): number | undefined
  /** Lets go of what was opened for it. To be called by who takes none of its units: a generator that has not begun does nothing when it is left. */
  close?(): void | Promise<void>
}

/** Somebody who talks to a camera. */
export interface TalkSink {
  /** The camera is ready to be talked to. */
  opened(): void
  /** It is not, or no more. */
  failed(fault: TalkFault): void
}

/** The way to a camera's loudspeaker. `sound` takes frames of `talkFormat` of `contract/sound.ts` as they come; one that is late may be dropped. */
export interface TalkHandle {
  sound(unit: SoundUnit): void
  close(): void
}

/** What differs between devices: where the pictures of a channel come from. */
export interface ChannelSource {
  /**
   * Opens a stream. It begins at the newest key frame that the source holds, with the units up to now as pre-roll. `asH264`: in H.264,
   * whatever it is filmed in.
   */
  open(chlIndex: number, stream: StreamKind, sink: StreamSink, asH264?: boolean): StreamHandle
  /** Lets a person talk to a channel's camera. Only sources have it whose channels say `intercom`. */
  talk?(chlIndex: number, sink: TalkSink): TalkHandle
  /** What was recorded of a channel in this time. Only sources have it whose channels say `recordings`. */
  recording?(chlIndex: number, wanted: WantedPast): ChannelRecording | ClipFault | Promise<ChannelRecording | ClipFault>
}
