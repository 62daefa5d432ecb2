import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { sharedClip, shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { archiveDownload } from './archive.ts'

/**
 * Lets one download of a shared archive begin, of the first unless `clip` says which; `all`: of all of them with their proofs, as one zip file of zip files.
 * Fails as the share's own call does, with download-limit, and with bundle-too-large.
 */
export const archivesDownloadTokenNoTokenGet = defineCall({
  path: '/vms/archives/download-token/no-token/get',
  input: z.object({ shareId, password: z.optional(sharePassword), clip: z.optional(z.union([sharedClip, z.literal('all')])) }),
  output: archiveDownload,
  access: open,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 60, perMs: 60_000 },
})
