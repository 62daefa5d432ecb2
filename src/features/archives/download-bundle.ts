import type { Archive } from '#contract/calls/archive/archive.ts'
import { bundleAddress } from '../../data/records/proofs.ts'
import { saveByLink } from '../../lib/save-by-link.ts'

/** Has the browser save an archive with its proof, as one zip file. Throws `CallError`. */
export async function downloadBundle(archive: Archive): Promise<void> {
  saveByLink(await bundleAddress(archive))
}
