import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { redaction } from './redaction.ts'

/** The redacted files of an archive, newest first. Fails with archive-missing and no-permission (no right to query). */
export const archivesRedactList = defineCall({
  path: '/vms/archives/redact/list',
  input: z.object({ archiveId: identifier }),
  output: z.object({ redactions: z.array(redaction) }),
  access: holdersOf('playback'),
  offline: 'cache',
})
