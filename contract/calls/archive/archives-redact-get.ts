import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { redactionAreas } from '../../redaction.ts'
import { identifier } from '../../rules.ts'

/** The areas of a redacted file, to go on from. Fails with redaction-missing and no-permission (no right to query). */
export const archivesRedactGet = defineCall({
  path: '/vms/archives/redact/get',
  input: z.object({ redactionId: identifier }),
  output: z.object({ areas: redactionAreas, isSilent: z.boolean() }),
  access: holdersOf('playback'),
  offline: 'none',
})
