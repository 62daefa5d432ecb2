import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveDownload } from './archive.ts'

/**
 * Lets one download of a redacted file begin. Fails with redaction-missing, no-download-right, wrong-state (not made) and download-limit.
 * `pieceSha256s` as of an archive.
 */
export const archivesRedactDownloadTokenGet = defineCall({
  path: '/vms/archives/redact/download-token/get',
  input: z.object({ redactionId: identifier }),
  output: z.extend(archiveDownload, { pieceSha256s: z.array(z.string()) }),
  access: holdersOf('playback'),
  offline: 'none',
})
