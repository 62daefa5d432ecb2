import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: ends a share of an archive before its time. Fails with archive-missing, no-permission (no right to share),
 * share-missing and wrong-state (ended already).
 */
export const archivesShareRevoke = defineCall({
  path: '/vms/archives/share/revoke',
  input: z.object({ archiveId: identifier, handle: identifier }),
  output: nothing,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
