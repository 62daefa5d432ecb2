import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import type { Segment } from '#shared/proof/statements.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { FileHash } from '../archive/file-hash.ts'
import { samplesOf, type Sample } from './moments.ts'

/** Small enough to say where a file was changed, and large enough for an hour to be a short list. */
const SEGMENT_BYTES = 64 * 1024

/** What can be stated about the bytes of a file. `pieceSha256s` as downloads have them, and `plainSha256s` as older services had them: each of a whole piece. */
export interface FileFacts {
  sizeBytes: number
  sha256: string
  segments: Segment[]
  crc32: number
  pieceSha256s: string[]
  plainSha256s: string[]
}

/** Reads a file of the object store once, little by little. Rejects when it is gone, or the store cannot be read. */
export async function readFileFacts(objects: ObjectStore, key: string): Promise<FileFacts> {
  const whole = new FileHash()
  const hashes: { sizeBytes: number; sha256: string }[] = []
  let check = 0
  let segment: Hash = createHash('sha256')
  let filled = 0
  const plainSha256s: string[] = []
  let piece = createHash('sha256')
  let pieceBytes = 0
  const endPiece = () => {
    plainSha256s.push(piece.digest('hex'))
    piece = createHash('sha256')
    pieceBytes = 0
  }
  const end = () => {
    hashes.push({ sizeBytes: filled, sha256: segment.digest('hex') })
    segment = createHash('sha256')
    filled = 0
  }
  for await (const chunk of objects.read(key) as AsyncIterable<Uint8Array>) {
    whole.update(chunk)
    check = crc32(chunk, check)
    for (let at = 0; at < chunk.byteLength; ) {
      const some = chunk.subarray(at, at + SEGMENT_BYTES - filled)
      segment.update(some)
      piece.update(some)
      pieceBytes += some.byteLength
      filled += some.byteLength
      at += some.byteLength
      if (filled === SEGMENT_BYTES) end()
      if (pieceBytes === DOWNLOAD_PIECE_BYTES) endPiece()
    }
  }
  if (filled > 0) end()
  if (pieceBytes > 0) endPiece()
  const { sizeBytes } = whole
  return {
    sizeBytes,
    ...whole.digest(),
    plainSha256s,
    segments: withMoments(hashes, await samplesOf(objects, key, sizeBytes)),
    crc32: check,
  }
}

/** Each segment with the first and the last moment of which something lies in it. */
function withMoments(hashes: readonly { sizeBytes: number; sha256: string }[], samples: readonly Sample[]): Segment[] {
  const segments = hashes.map((one): Segment => ({ ...one, fromMs: null, toMs: null }))
  for (const { atByte, sizeBytes, atMs } of samples) {
    const last = Math.floor((atByte + Math.max(sizeBytes, 1) - 1) / SEGMENT_BYTES)
    for (let index = Math.floor(atByte / SEGMENT_BYTES); index <= last; index += 1) {
      const segment = segments[index]
      if (segment === undefined) continue
      segment.fromMs = Math.min(segment.fromMs ?? atMs, atMs)
      segment.toMs = Math.max(segment.toMs ?? atMs, atMs)
    }
  }
  return segments
}
