import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archive } from './archive.ts'

/** Begins a failed or cancelled archive anew. Fails with 31102, 5001 (no right to add), 6000 (neither failed nor cancelled), 31100 and 31112. */
export const archivesRetry = defineCall({
  path: '/vms/archives/retry',
  input: z.object({ archiveId: identifier }),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
