import { createHash } from 'node:crypto'
import { DOWNLOAD_BLOCK_BYTES, DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'

/** Hashes of a file while it passes: of the whole, and of each piece that it is downloaded in. In hexadecimal digits. */
export class FileHash {
  readonly #whole = createHash('sha256')
  readonly #pieces: string[] = []
  #piece = createHash('sha256')
  #block = createHash('sha256')
  sizeBytes = 0

  update(bytes: Uint8Array): void {
    this.#whole.update(bytes)
    for (let at = 0; at < bytes.byteLength; ) {
      const room = DOWNLOAD_BLOCK_BYTES - (this.sizeBytes % DOWNLOAD_BLOCK_BYTES)
      const some = bytes.subarray(at, at + room)
      this.#block.update(some)
      this.sizeBytes += some.byteLength
      at += some.byteLength
      if (some.byteLength === room) this.#endBlock()
      if (this.sizeBytes % DOWNLOAD_PIECE_BYTES === 0) this.#endPiece()
    }
  }

  /** Once, when all has passed. */
  digest(): { sha256: string; pieceSha256s: string[] } {
    if (this.sizeBytes % DOWNLOAD_BLOCK_BYTES > 0) this.#endBlock()
    if (this.sizeBytes % DOWNLOAD_PIECE_BYTES > 0) this.#endPiece()
    return { sha256: this.#whole.digest('hex'), pieceSha256s: this.#pieces }
  }

  #endBlock(): void {
    this.#piece.update(this.#block.digest())
    this.#block = createHash('sha256')
  }

  #endPiece(): void {
    this.#pieces.push(this.#piece.digest('hex'))
    this.#piece = createHash('sha256')
  }
}
