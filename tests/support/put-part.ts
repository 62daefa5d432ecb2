import { createHash, randomFillSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import type { TestService } from './service.ts'

const BLOCK_BYTES = 4 * 1024 * 1024
const LOOK_MS = 100

/**
 * Has the administrator's part of a recording made, and puts so many bytes in its place, as if an older service had made them, that kept no
 * hashes of pieces. Answers with the SHA-256 of all of it.
 */
export async function putPart(service: TestService, wish: InputOf<typeof archiveCalls.recordedPartCreate>, sizeBytes: number) {
  const hash = createHash('sha256')
  function* blocks(): Generator<Uint8Array> {
    const block = Buffer.alloc(BLOCK_BYTES)
    for (let left = sizeBytes; left > 0; left -= BLOCK_BYTES) {
      // No two blocks are alike, and making them costs little.
      randomFillSync(block, 0, 4096)
      const bytes = Buffer.from(block.subarray(0, Math.min(left, BLOCK_BYTES)))
      hash.update(bytes)
      yield bytes
    }
  }
  const admin = await service.signIn('admin')
  const { partId } = await admin.call(archiveCalls.recordedPartCreate, wish)
  while ((await admin.call(archiveCalls.recordedPartGet, { partId })).file === null)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const key = `parts/pu/${partId}-put.${wish.format}`
  await service.objects.put(key, Readable.from(blocks(), { objectMode: false }))
  const sha256 = hash.digest('hex')
  const made = { object_key: key, size_bytes: sizeBytes, part_sha256: sha256, piece_sha256s_json: null, status: archiveStatuses.success }
  await service.edit((db) => db.updateTable('archive').set(made).where('id', '=', partId).execute())
  return { partId, sha256 }
}
