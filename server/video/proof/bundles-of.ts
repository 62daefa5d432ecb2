import { Readable } from 'node:stream'
import { MOST_BUNDLE_BYTES } from '#contract/archives.ts'
import { localHeader, zipSize, zipTail } from '#shared/proof/zip-layout.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Context } from '../../context.ts'
import { archiveFileName } from '../archive/archive-views.ts'
import type { ArchiveRow } from '../archive/archives.ts'
import { bundleOf } from './bundle-of.ts'

/**
 * The bundles of several archives in one zip file that is written while it is read: each is whole by itself, with its proof and the page that checks it. The
 * first may be a redacted file. Fails with proof-missing and bundle-too-large; rejects when the page is not built.
 */
export async function bundlesOf(
  context: Pick<Context, 'proofs' | 'signingKeys' | 'objects'>,
  { archives, redactionId, verifier }: { archives: readonly ArchiveRow[]; redactionId: string | null; verifier: string },
): Promise<{ sizeBytes: number; content: Readable }> {
  const bundles: Awaited<ReturnType<typeof bundleOf>>[] = []
  for (const [index, archive] of archives.entries())
    bundles.push(await bundleOf(context, { archive, redactionId: index === 0 ? redactionId : null, verifier }))
  const digits = String(archives.length).length
  const files = bundles.map(({ sizeBytes, crc32 }, index) => {
    const name = archives[index] === undefined ? '' : archiveFileName(archives[index])
    // Archives may have the same title.
    return { path: `${String(index + 1).padStart(digits, '0')} ${name.replace(/\.mp4$/, '.zip')}`, sizeBytes, crc32 }
  })
  const sizeBytes = zipSize(files)
  if (sizeBytes > MOST_BUNDLE_BYTES) throw new CallFault('bundle-too-large')
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [index, file] of files.entries()) {
      yield localHeader(file)
      yield* (bundles[index]?.content ?? []) as AsyncIterable<Uint8Array>
    }
    yield zipTail(files)
  }
  return { sizeBytes, content: Readable.from(parts(), { objectMode: false }) }
}
