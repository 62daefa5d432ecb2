import type { RecordPiece, RecordTrack } from '#contract/record-piece.ts'
import { fileSound, type FileSound, type RecordFormat } from './file-sound.ts'

/** What a file says of its pictures and its sound, apart from these themselves. Sizes of sound are those that it has in the file. */
export interface RecordedSamples {
  track: RecordTrack
  /** Bytes and number of the pictures of each piece, and of its frames of sound. */
  pieces: { bytes: number; count: number; soundBytes: number; soundCount: number }[]
  sizes: number[]
  /** Rising, from 0. */
  timesUs: number[]
  keys: boolean[]
  sound?: { written: FileSound; sizes: number[]; samples: number[] } | undefined
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** For a file of this kind. Begins with the first piece; `addPiece` takes that one too, and the next ones. */
export function samplesOf({ track, sound }: Pick<RecordPiece, 'track' | 'sound'>, file: RecordFormat): RecordedSamples {
  const written = sound && fileSound(sound.format, file)
  return { track, pieces: [], sizes: [], timesUs: [], keys: [], sound: written && { written, sizes: [], samples: [] } }
}

export function addPiece(samples: RecordedSamples, { sizes, timesUs, keys, sound }: RecordPiece): void {
  // One by one: an hour has more pictures than a call takes arguments.
  for (const size of sizes) samples.sizes.push(size)
  for (const timeUs of timesUs) samples.timesUs.push(timeUs)
  for (const isKey of keys) samples.keys.push(isKey)
  const frames = samples.sound && sound ? samples.sound.written.sizesOf(sound, samples.sound.sizes.length) : []
  samples.pieces.push({ bytes: sumOf(sizes), count: sizes.length, soundBytes: sumOf(frames), soundCount: frames.length })
  for (const size of frames) samples.sound?.sizes.push(size)
  for (const count of sound?.samples ?? []) samples.sound?.samples.push(count)
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
