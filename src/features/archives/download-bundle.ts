import type { Archive } from '#contract/calls/archive/archive.ts'
import { bundleAddress } from '../../data/records/proofs.ts'

/** Has the browser save an archive with its proof, as one zip file. Throws `CallError`. */
export async function downloadBundle(archive: Archive): Promise<void> {
  const link = document.createElement('a')
  link.href = await bundleAddress(archive)
  link.download = ''
  link.click()
}
