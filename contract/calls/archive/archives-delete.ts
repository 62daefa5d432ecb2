import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Deletes archives with their files and shares, all or none. Fails with archive-missing, no-permission (no right to delete) and wrong-state
 * (still being made).
 */
export const archivesDelete = defineCall({
  path: '/vms/archives/delete',
  input: z.object({ archiveIds: z.array(identifier).check(z.minLength(1), z.maxLength(100)) }),
  output: nothing,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
