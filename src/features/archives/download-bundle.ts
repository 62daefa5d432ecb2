import type { Archive } from '#contract/calls/archive/archive.ts'
import { bundleAddress } from '../../data/records/proofs.ts'
import { saveByLink } from '../../data/records/save-by-link.ts'
import type { Fault } from '../../lib/fault.ts'

/** Has the browser save an archive with its proof, as one zip file. Throws `CallError`; `onRefused` hears what is refused later. */
export async function downloadBundle(archive: Archive, onRefused: (fault: Fault) => void): Promise<void> {
  saveByLink(await bundleAddress(archive), onRefused)
}
