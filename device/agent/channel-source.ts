import type { ClipFault, StreamFault, StreamKind } from '#contract/enums.ts'

/** What a stream carries. `codec` as WebCodecs names it; `fps` is 0 when the camera does not say. */
export interface StreamFormat {
  codec: string
  width: number
  height: number
  fps: number
}

/** One H.264 access unit (Annex B) on its way out. */
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

/** Where a source puts one open stream. `failed` ends nothing: a source that goes on calls `opened` again before the next unit. */
export interface StreamSink {
  opened(format: StreamFormat): void
  unit(unit: SourceUnit): void
  failed(fault: StreamFault): void
}

export interface StreamHandle {
  close(): void
}

/** A part of the past: units in order, from a key frame on; those before the time that was asked for are pre-roll. */
export interface Recording {
  format: StreamFormat
  units: Iterable<SourceUnit>
}

/** What differs between devices: where the pictures of a channel come from. */
export interface ChannelSource {
  /** Opens a stream. It begins at the newest key frame that the source holds, with the units up to now as pre-roll. */
  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle
  /** What was recorded of a channel from `startMs` to `endMs` (epoch ms). Only sources have it whose channels say `recordings`. */
  recording?(chlIndex: number, stream: StreamKind, startMs: number, endMs: number): Recording | ClipFault
}
