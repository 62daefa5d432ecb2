import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** Deletes archives with their files and shares, all or none. Fails with 31102, 5001 (no right to delete) and 6000 (still being made). */
export const archivesDelete = defineCall({
  path: '/vms/archives/delete',
  input: z.object({ archiveIds: z.array(identifier).check(z.minLength(1), z.maxLength(100)) }),
  output: nothing,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
