import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { redaction } from './redaction.ts'

/** Gives up a redacted file that is not made yet. Fails with redaction-missing, no-permission (no right to add) and wrong-state (it is made, or has failed). */
export const archivesRedactCancel = defineCall({
  path: '/vms/archives/redact/cancel',
  input: z.object({ redactionId: identifier }),
  output: redaction,
  access: holdersOf('playback'),
  offline: 'none',
  changes: true,
  alters: 'archives',
})
