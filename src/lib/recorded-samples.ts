import type { RecordPiece, RecordTrack } from '#contract/record-piece.ts'
import type { Film } from '#shared/avi/film.ts'
import { fileSound, type FileSound, type RecordFormat } from './file-sound.ts'

/** What is told of the film of a recording. */
export interface RecordedSamples extends Film {
  track: RecordTrack
  /** Bytes as well of the pictures of each piece, and of its frames of sound. */
  pieces: { bytes: number; count: number; soundBytes: number; soundCount: number }[]
  sound?: { written: FileSound; sizes: number[]; samples: number[] } | undefined
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** For a file of this kind. Begins with the first piece; `addRecordPiece` takes that one too, and the next ones. */
export function samplesOf({ track, sound }: Pick<RecordPiece, 'track' | 'sound'>, file: RecordFormat): RecordedSamples {
  const written = sound && fileSound(sound.format, file)
  return { track, pieces: [], sizes: [], timesUs: [], keys: [], sound: written && { written, sizes: [], samples: [] } }
}

export function addRecordPiece(samples: RecordedSamples, { sizes, timesUs, keys, sound }: RecordPiece): void {
  // One by one: an hour has more pictures than a call takes arguments.
  for (const size of sizes) samples.sizes.push(size)
  for (const timeUs of timesUs) samples.timesUs.push(timeUs)
  for (const isKey of keys) samples.keys.push(isKey)
  const frames = samples.sound && sound ? samples.sound.written.sizesOf(sound, samples.sound.sizes.length) : []
  samples.pieces.push({ bytes: sumOf(sizes), count: sizes.length, soundBytes: sumOf(frames), soundCount: frames.length })
  for (const size of frames) samples.sound?.sizes.push(size)
  for (const count of sound?.samples ?? []) samples.sound?.samples.push(count)
}
