import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { MediaUnit } from '#contract/media.ts'
import type { SoundFormat } from '#contract/sound.ts'

/** What a source says of the stream before its first unit. */
export interface StreamConfig {
  stream: StreamKind
  codec: string
  width: number
  height: number
  fps: number
  sound?: SoundFormat | undefined
}

export interface ShownPicture {
  ptsUs: number
  captureMs: number
}

export interface HeldPicture {
  frame: VideoFrame
  /** In epoch ms of this machine. */
  shownMs: number
}

/** Why a picture was not shown: this machine was too slow for it, windows were beginning, or it could not be decoded. */
export type DropReason = 'behind' | 'beginning' | 'broken'

export interface PipelineEvents {
  /** A picture reached the screen, as far as can be seen from here. `shownMs` in epoch ms of this machine. */
  onShown(picture: ShownPicture, shownMs: number): void
  /** A picture of this time was seen on the screen by the page, after it had been shown. */
  onSeen(ptsUs: number, seenMs: number): void
  onDropped(frames: number, why: DropReason): void
  onFault(fault: StreamFault): void
}

/** From the units of one stream to pictures on the screen: WebCodecs into a frame sink, or fMP4 into Media Source Extensions. */
export interface Pipeline {
  readonly kind: 'generator' | 'canvas' | 'mse'
  /** Share of the time between two pictures that decoding takes, 0 to 1. */
  readonly load: number
  /** A stream begins, or changes. The picture on the screen stays until the next. */
  configure(config: StreamConfig): void
  /** `isSought`: this very picture is to be seen, and not the ones before it. */
  push(unit: MediaUnit, isSought?: boolean): void
  /** Frees the decoder. `isBlank` also takes the picture off, as far as this side holds it. */
  stop(isBlank: boolean): void
  /** A picture was seen on the screen by the page, whose element tells this time of it. */
  seen(toldUs: number, seenMs: number): void
  /** The picture of now, if it is on this side. The receiver closes its frame. */
  holdPicture(): HeldPicture | undefined
  dispose(): void
}

/** This machine's wall clock with a finer grain than `Date.now`. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
