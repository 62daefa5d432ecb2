import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** An addition to the catalogue: ends a share of an archive before its time. Fails with 31102, 5001 (no right to share), 31101 (no such share) and 6000 (ended already). */
export const archivesShareRevoke = defineCall({
  path: '/vms/archives/share/revoke',
  input: z.object({ archiveId: identifier, handle: identifier }),
  output: nothing,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
