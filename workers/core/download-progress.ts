import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import { SEAL_BLOCK_BYTES } from '../store/box.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { DownloadLink } from './download-links.ts'

/** Whether what is there is of no use: it is of another file, or an older build has written it. */
export function isOfAnother(
  { task, receivedBytes, pieceBytes, sealBlockBytes, sha256 }: BrowserDownloadRecord,
  link: DownloadLink,
): boolean {
  if (receivedBytes === 0) return false
  if (sealBlockBytes !== SEAL_BLOCK_BYTES) return true
  return pieceBytes !== DOWNLOAD_PIECE_BYTES || task.sizeBytes !== link.sizeBytes || sha256 !== link.sha256
}

/** A download as it is when its transfer begins. */
export function asBegun(record: BrowserDownloadRecord, { sizeBytes, sha256, format }: DownloadLink): BrowserDownloadRecord {
  const { task } = record
  const fileName = format === undefined ? task.fileName : task.fileName.replace(/\.(avi|mp4)$/, `.${format}`)
  const begun: BrowserDownloadRecord = {
    ...record,
    pieceBytes: DOWNLOAD_PIECE_BYTES,
    sealBlockBytes: SEAL_BLOCK_BYTES,
    ...(sha256 !== undefined && { sha256 }),
    task: { ...task, status: 'continue', sizeBytes, fileName },
  }
  return { ...begun, task: { ...begun.task, progressPercent: percentOf(begun) } }
}

/** A download of which nothing is there. */
export function asNothing(record: BrowserDownloadRecord): BrowserDownloadRecord {
  return { ...record, pieces: 0, missing: [], receivedBytes: 0 }
}

/** A download for which all of a piece has come, and is right or not. */
export function withPiece(record: BrowserDownloadRecord, number: number, { isRight }: { isRight: boolean }): BrowserDownloadRecord {
  const others = (record.missing ?? []).filter((one) => one !== number)
  return {
    ...record,
    pieces: Math.max(record.pieces, number + 1),
    missing: isRight ? others : [...others, number],
    receivedBytes: Math.max(record.receivedBytes, endOfPiece(number, record.task.sizeBytes)),
  }
}

/** Whether all of the file is there. */
export function isWhole({ missing, receivedBytes, task }: BrowserDownloadRecord): boolean {
  return receivedBytes === task.sizeBytes && (missing ?? []).length === 0
}

/** Bytes that are there and right, as far as that is known. */
export function goodBytes({ missing, receivedBytes }: BrowserDownloadRecord): number {
  return Math.max(0, receivedBytes - (missing ?? []).length * DOWNLOAD_PIECE_BYTES)
}

/** Byte behind a piece. */
export function endOfPiece(number: number, sizeBytes: number): number {
  return Math.min((number + 1) * DOWNLOAD_PIECE_BYTES, sizeBytes)
}

/** Hundred is for what is finished. */
export function percentOf(record: BrowserDownloadRecord): number {
  const { sizeBytes } = record.task
  return sizeBytes > 0 ? Math.min(99, Math.floor((goodBytes(record) / sizeBytes) * 100)) : 0
}
