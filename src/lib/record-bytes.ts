import type { RecordPiece } from '#contract/record-piece.ts'

/** A sample of sound as it is where a file has no number for its codec. */
export const PCM_BYTES = 2

/** How many bytes a piece may take in the larger of the two files. */
export function mostFileBytes({ data, sound }: RecordPiece): number {
  if (sound?.format.codec !== 'opus') return data.byteLength
  const { channels } = sound.format
  return sound.samples.reduce((sum, count) => sum + count * channels * PCM_BYTES, data.byteLength)
}
