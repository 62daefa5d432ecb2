import { createHash } from 'node:crypto'
import { DOWNLOAD_BLOCK_BYTES } from '#contract/archives.ts'

/** The hash of a piece of a download, by the contract's own words. */
export function hashOfPiece(bytes: Uint8Array): string {
  const blocks = Array.from({ length: Math.ceil(bytes.byteLength / DOWNLOAD_BLOCK_BYTES) }, (_, index) => index * DOWNLOAD_BLOCK_BYTES)
  const whole = createHash('sha256')
  for (const at of blocks)
    whole.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + DOWNLOAD_BLOCK_BYTES))
        .digest(),
    )
  return whole.digest('hex')
}
