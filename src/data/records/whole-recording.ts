import { mediaFileKey, type MediaFile } from '#contract/media-file.ts'
import type { RecordFormat } from '../../lib/file-sound.ts'
import { recordedParts } from '../../lib/recorded-file.ts'
import { askCore } from '../core/core.ts'

const types: Record<RecordFormat, string> = { mp4: 'video/mp4', avi: 'video/x-msvideo' }

/** Puts a recording together as a file. Nothing where it is not whole any more. */
export async function recordedFile(file: MediaFile, format: RecordFormat): Promise<File | undefined> {
  const key = mediaFileKey(file)
  const pieceOf = (number: number) => askCore('recordPiece', key, number)
  const parts = await recordedParts(file.recorded?.pieces ?? 0, pieceOf, format)
  return parts && new File(parts, `${file.fileName}.${format}`, { type: types[format] })
}
