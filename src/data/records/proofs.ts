import { queryOptions } from '@tanstack/react-query'
import { archivesProofGet } from '#contract/calls/archive/archives-proof-get.ts'
import { archivesDownloadTokenGet } from '#contract/calls/archive/archives-download-token-get.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { BUNDLE_FORM } from '#contract/archives.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'

/** What is signed about the file of an archive. Its errors are said where it is shown. */
export function proofQuery(archiveId: string) {
  return queryOptions({
    queryKey: ['archives', 'proof', archiveId],
    queryFn: ask(archivesProofGet, { archiveId }),
    meta: { isQuiet: true },
  })
}

/** Where the file with its proof is had, once. Throws `CallError`, not announced. */
export async function bundleAddress({ archiveId, sn, chlIndex }: Archive): Promise<string> {
  const camera = { taskID: archiveId, sn, chlIndex }
  const { url } = await callCore(
    archivesDownloadTokenGet,
    { ...camera, resourceType: 'cloudArchive', cloudArchiveType: 'video' },
    { quiet: true },
  )
  return `${url}&form=${BUNDLE_FORM}`
}
