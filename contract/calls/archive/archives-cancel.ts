import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archive } from './archive.ts'

/**
 * An addition to the catalogue: gives up an archive that is not made yet. Fails with archive-missing, no-permission (no right to add) and
 * wrong-state (it is made, or has failed).
 */
export const archivesCancel = defineCall({
  path: '/vms/archives/cancel',
  input: z.object({ archiveId: identifier }),
  output: archive,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
