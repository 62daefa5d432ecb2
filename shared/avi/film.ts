/** What a file says of a film: its pictures and its sound, apart from these themselves. Sizes of sound are those that it has in the file. */
export interface Film {
  /** `codec` as WebCodecs names it. */
  track: { codec: string; width: number; height: number; fps: number }
  /** The number of the pictures of each piece, and of its frames of sound. */
  pieces: { count: number; soundCount: number }[]
  sizes: number[]
  /** Rising, from 0. */
  timesUs: number[]
  keys: boolean[]
  sound?: { written: FilmSound; sizes: number[]; samples: number[] } | undefined
}

/** The kind of the sound in the file. */
export interface FilmSound {
  readonly coding: 'aac' | 'opus' | 'flac' | 'pcmu' | 'pcma' | 'pcm'
  /** Samples of each channel in a second. */
  readonly rateHz: number
  readonly channels: number
  /** The AudioSpecificConfig of AAC. */
  readonly config?: Uint8Array
}

/** A piece as it goes into a file: its pictures, and its frames of sound as the file has them. */
export interface FilmPiece {
  /** Each NAL unit behind its length in four bytes. */
  pictures: Uint8Array<ArrayBuffer>
  frames: readonly Uint8Array<ArrayBuffer>[]
}

/** How long each picture is shown; the last as long as most. */
export function durationsUs({ timesUs, track }: Pick<Film, 'timesUs' | 'track'>): number[] {
  const between = timesUs.slice(1).map((timeUs, index) => timeUs - (timesUs[index] ?? 0))
  return [...between, usualUs(between, track.fps)]
}

/** The time between most pictures: the median. */
export function usualUs(between: readonly number[], fps: number): number {
  return between.toSorted((one, other) => one - other)[between.length >> 1] ?? Math.round(1_000_000 / (fps || 25))
}
