import type { RecordPiece } from '#contract/record-piece.ts'
import { aviFile } from '#shared/avi/avi-file.ts'
import { filePiece, type RecordFormat } from './file-sound.ts'
import { mp4Head } from './mp4-file.ts'
import { addRecordPiece, samplesOf, type RecordedSamples } from './recorded-samples.ts'

/** Where a recording's pieces are, by their numbers; nothing where one is missing. */
type Pieces = (number: number) => Promise<RecordPiece | undefined>

/**
 * Puts a recording of so many pieces together as a file, in parts. The pieces go through the memory one at a time, and twice: AVI and MP4 say first
 * what comes. Nothing when there are none, or one goes missing meanwhile.
 */
export async function recordedParts(count: number, pieceOf: Pieces, format: RecordFormat): Promise<Blob[] | undefined> {
  const samples = await readSamples(count, pieceOf, format)
  const parts = samples && (await partsOf(samples, pieceOf, format))
  samples?.sound?.written.close()
  return parts
}

/** What pieces there are up to the first that is missing: a crash may have taken the last ones. */
async function readSamples(count: number, pieceOf: Pieces, format: RecordFormat): Promise<RecordedSamples | undefined> {
  let samples: RecordedSamples | undefined
  for (let number = 0; number < count; number += 1) {
    const piece = await pieceOf(number)
    if (piece === undefined) break
    samples ??= samplesOf(piece, format)
    addRecordPiece(samples, piece)
  }
  return samples
}

async function partsOf(samples: RecordedSamples, pieceOf: Pieces, format: RecordFormat): Promise<Blob[] | undefined> {
  const avi = format === 'avi' ? aviFile(samples) : undefined
  const parts = [new Blob([avi?.head ?? mp4Head(samples)])]
  let firstFrame = 0
  for (const [number, { soundCount }] of samples.pieces.entries()) {
    const piece = await pieceOf(number)
    if (piece === undefined) return undefined
    const made = await filePiece(piece, samples.sound?.written, firstFrame)
    firstFrame += soundCount
    // A blob of each, which the browser may put on its disk.
    parts.push(new Blob(avi === undefined ? [made.pictures, ...made.frames] : [avi.pieceOf(made, number)]))
  }
  return avi === undefined ? parts : [...parts, new Blob([avi.foot])]
}
