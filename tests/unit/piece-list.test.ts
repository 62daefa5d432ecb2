import { randomFillSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import { FileHash } from '#server/video/archive/file-hash.ts'
import { readPieceList, writePieceList } from '#server/video/archive/piece-list.ts'
import { hashOfPiece } from '#tests/support/hash-of-piece.ts'
import { pieceSha256 } from '#workers/core/piece-sha256.ts'

it('reads the hashes that were written, and takes those of an older service for none', () => {
  expect(readPieceList(writePieceList(['ab', 'cd']))).toEqual(['ab', 'cd'])
  expect(readPieceList(writePieceList([]))).toEqual([])
  expect(readPieceList(null)).toBeUndefined()
  expect(readPieceList(JSON.stringify(['ab', 'cd']))).toBeUndefined()
})

it.each([0, 1, 524_288, 524_289, DOWNLOAD_PIECE_BYTES, DOWNLOAD_PIECE_BYTES + 700_000])(
  'the service and the browser make the same hashes of a file of %i bytes, however it comes',
  async (size) => {
    const file = randomFillSync(new Uint8Array(size))
    const hash = new FileHash()
    for (let at = 0; at < size; at += 300_007) hash.update(file.subarray(at, at + 300_007))
    const pieces = Array.from({ length: Math.ceil(size / DOWNLOAD_PIECE_BYTES) }, (_, number) =>
      file.subarray(number * DOWNLOAD_PIECE_BYTES, (number + 1) * DOWNLOAD_PIECE_BYTES),
    )
    const { pieceSha256s } = hash.digest()
    expect(pieceSha256s).toEqual(pieces.map(hashOfPiece))
    expect(await Promise.all(pieces.map(pieceSha256))).toEqual(pieceSha256s)
  },
)
