import { DOWNLOAD_BLOCK_BYTES } from '#contract/archives.ts'
import { hexOf } from '../store/hex.ts'

const HASH_BYTES = 32

/** The hash of a piece, by its blocks, in hexadecimal digits. */
export async function pieceSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const count = Math.ceil(bytes.byteLength / DOWNLOAD_BLOCK_BYTES)
  const blocks = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * DOWNLOAD_BLOCK_BYTES, (index + 1) * DOWNLOAD_BLOCK_BYTES),
  )
  const hashes = await Promise.all(blocks.map((block) => crypto.subtle.digest('SHA-256', block)))
  const joined = new Uint8Array(count * HASH_BYTES)
  for (const [index, hash] of hashes.entries()) joined.set(new Uint8Array(hash), index * HASH_BYTES)
  return hexOf(await crypto.subtle.digest('SHA-256', joined))
}
