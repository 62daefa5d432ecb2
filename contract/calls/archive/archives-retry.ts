import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archive } from './archive.ts'

/**
 * Begins a failed or cancelled archive anew. Fails with archive-missing, no-permission (no right to add), wrong-state (neither failed nor
 * cancelled), archive-space-low, organization-space-low, too-many-archives-waiting, licence-needed and licence-ended.
 */
export const archivesRetry = defineCall({
  path: '/vms/archives/retry',
  input: z.object({ archiveId: identifier }),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
