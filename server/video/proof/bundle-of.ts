import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32 as crc32Of } from 'node:zlib'
import { BUNDLE_FORMAT, MANIFEST_PATH, manifestBytes, otherFile, VERIFIER_PATH, type BundleStatement } from '#shared/proof/bundle.ts'
import { joinedCrc32 } from '#shared/proof/joined-crc32.ts'
import { canonical } from '#shared/proof/canonical.ts'
import { localHeader, zipSize, zipTail } from '#shared/proof/zip-layout.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../runtime/secrets.ts'
import { archiveFileName } from '../archive/archive-views.ts'
import type { ArchiveRow } from '../archive/archives.ts'

interface Bundle {
  sizeBytes: number
  /** Of all of it. */
  crc32: number
  content: Readable
}

/**
 * A file with its proof and the page that checks it, as one zip file that is written while it is read. `verifier`: path of that page. Fails with
 * proof-missing; rejects when the page is not built.
 */
export async function bundleOf(
  { proofs, signingKeys, objects }: Pick<Context, 'proofs' | 'signingKeys' | 'objects'>,
  { archive, redactionId, verifier }: { archive: ArchiveRow; redactionId: string | null; verifier: string },
): Promise<Bundle> {
  const { statements, keys, crc32 } = await proofs.of(archive.id, redactionId)
  const key = archive.object_key ?? ''
  const page = new Uint8Array(await readFile(verifier))
  const clip = { path: archiveFileName(archive), sizeBytes: archive.size_bytes ?? 0, crc32 }
  const others = [await otherFile(VERIFIER_PATH, page)]
  const list: BundleStatement = { format: BUNDLE_FORMAT, proof: sha256(statements.at(-1)?.text ?? ''), clip, others }
  const bundle = await signingKeys.sign(canonical(list))
  const signers = keys.some(({ keyId }) => keyId === bundle.keyId) ? keys : [...keys, ...(await signingKeys.publicKeys([bundle.keyId]))]
  const manifest = manifestBytes({ keys: signers, statements, bundle })
  const first = await otherFile(MANIFEST_PATH, manifest)
  const files = [first, clip, ...others].map(({ path, sizeBytes, crc32 }) => ({ path, sizeBytes, crc32 }))
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield localHeader(first)
    yield manifest
    yield localHeader(clip)
    yield* objects.read(key) as AsyncIterable<Uint8Array>
    for (const other of others) yield localHeader(other)
    yield page
    yield zipTail(files)
  }
  // Of the clip it is known, so that all of it need not be read before.
  const before = checkOf([localHeader(first), manifest, localHeader(clip)])
  const behind = [...others.map((other) => localHeader(other)), page, zipTail(files)]
  const whole = checkOf(behind, joinedCrc32(before, crc32, clip.sizeBytes))
  return { sizeBytes: zipSize(files), crc32: whole, content: Readable.from(parts(), { objectMode: false }) }
}

function checkOf(parts: readonly Uint8Array[], before = 0): number {
  return parts.reduce((check, part) => crc32Of(part, check), before)
}
