import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveVideo } from './archive.ts'

/** A redacted file, to be played. Fails with redaction-missing, no-permission (no right to query) and wrong-state (not made). */
export const archivesRedactVideoList = defineCall({
  path: '/vms/archives/redact/video/list',
  input: z.object({ redactionId: identifier }),
  output: z.object({ videos: z.array(archiveVideo) }),
  access: holdersOf('playback'),
  offline: 'none',
})
