import type { RecordPiece } from '#contract/record-piece.ts'
import type { RecordFormat } from '#src/lib/file-sound.ts'
import { recordedParts } from '#src/lib/recorded-file.ts'

/** The file that these pieces of a recording become. */
export async function writeRecording(pieces: readonly RecordPiece[], format: RecordFormat): Promise<Uint8Array> {
  const parts = await recordedParts(pieces.length, async (number) => pieces[number], format)
  if (parts === undefined) throw new Error('Nothing was recorded.')
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
