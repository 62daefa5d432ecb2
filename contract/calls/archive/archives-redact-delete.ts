import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** Deletes a redacted file; the archive stays. Fails with redaction-missing, no-permission (no right to delete) and wrong-state (still being made). */
export const archivesRedactDelete = defineCall({
  path: '/vms/archives/redact/delete',
  input: z.object({ redactionId: identifier }),
  output: nothing,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
