import type { SoundFormat } from './sound.ts'

/** What a recording's pictures need to be shown. `parameterSets`: NAL units of H.264 (SPS, PPS) or H.265 (VPS, SPS, PPS), without start codes. */
export interface RecordTrack {
  /** As WebCodecs names it. */
  codec: string
  width: number
  height: number
  fps: number
  parameterSets: Uint8Array<ArrayBuffer>[]
}

/**
 * The sound of a piece: frame behind frame since the recording's first picture, silent ones where the camera sent none. Those of G.711 have 1,024
 * samples each.
 */
export interface RecordSound {
  format: SoundFormat
  /** Of each frame: its bytes, and how many samples of each channel it has. */
  sizes: number[]
  samples: number[]
}

/**
 * A part of a recording, some seconds of it: pictures as they came from the camera, each NAL unit behind its length in four bytes. The pieces of
 * one recording have the same track, and all of them sound or none; put together they are a file of MP4 or AVI.
 */
export interface RecordPiece {
  track: RecordTrack
  /** Of each picture: its bytes in `data`, its time since the recording's first picture, and whether decoding can begin there. */
  sizes: number[]
  timesUs: number[]
  keys: boolean[]
  sound?: RecordSound | undefined
  /** The pictures, and behind them the frames of sound. */
  data: Uint8Array<ArrayBuffer>
}

/** Why a recording ended. `changed`: the camera's pictures or its sound are of another kind from here on, which no file can hold together. */
export type RecordEnd = 'asked' | 'changed'

/** How long the pictures of a piece are shown up to its last, ms since the recording's first picture. */
export function recordedMs({ timesUs, track }: Pick<RecordPiece, 'timesUs' | 'track'>): number {
  return ((timesUs.at(-1) ?? 0) + 1_000_000 / (track.fps || 25)) / 1000
}
