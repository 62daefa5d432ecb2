import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archive } from './archive.ts'

/**
 * An addition to the catalogue: one archive, and those that were made together with it, itself among them, by the names of their cameras. Fails with
 * archive-missing and no-permission (no right to query).
 */
export const archivesDetail = defineCall({
  path: '/vms/archives/detail',
  input: z.object({ archiveId: identifier }),
  output: z.object({ archive, group: z.array(archive) }),
  access: holdersOf('playback'),
  offline: 'cache',
})
