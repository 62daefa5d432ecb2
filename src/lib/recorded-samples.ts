import type { RecordPiece, RecordTrack } from '#contract/record-piece.ts'

/** What a file says of its pictures, apart from the pictures themselves. */
export interface RecordedSamples {
  track: RecordTrack
  /** Bytes of each piece. */
  pieces: { bytes: number; count: number }[]
  sizes: number[]
  /** Rising, from 0. */
  timesUs: number[]
  keys: boolean[]
}

/** Begins with the first piece; `addPiece` takes the next ones. */
export function samplesOf(track: RecordTrack): RecordedSamples {
  return { track, pieces: [], sizes: [], timesUs: [], keys: [] }
}

export function addPiece(samples: RecordedSamples, { sizes, timesUs, keys, data }: RecordPiece): void {
  samples.pieces.push({ bytes: data.byteLength, count: sizes.length })
  // One by one: an hour has more pictures than a call takes arguments.
  for (const size of sizes) samples.sizes.push(size)
  for (const timeUs of timesUs) samples.timesUs.push(timeUs)
  for (const isKey of keys) samples.keys.push(isKey)
}

/** How long each picture is shown; the last as long as most. */
export function durationsUs({ timesUs, track }: RecordedSamples): number[] {
  const between = timesUs.slice(1).map((timeUs, index) => timeUs - (timesUs[index] ?? 0))
  return [...between, usualUs(between, track.fps)]
}

/** The time between most pictures: the median. */
export function usualUs(between: readonly number[], fps: number): number {
  return between.toSorted((one, other) => one - other)[between.length >> 1] ?? Math.round(1_000_000 / (fps || 25))
}
