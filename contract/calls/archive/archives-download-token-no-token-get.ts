import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { archiveDownload } from './archive.ts'

/** Lets one download of a shared archive begin. Fails as the share's own call does, and with download-limit. */
export const archivesDownloadTokenNoTokenGet = defineCall({
  path: '/vms/archives/download-token/no-token/get',
  input: z.object({ shareId, password: z.optional(sharePassword) }),
  output: archiveDownload,
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
