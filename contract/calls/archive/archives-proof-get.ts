import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { proof } from './proof.ts'

/**
 * An addition to the catalogue: what is signed about the file of an archive, or about a redacted one beside it. Fails with archive-missing,
 * no-permission (no right to query), wrong-state (not made), redaction-missing, and proof-missing (the file is not the one that was made).
 */
export const archivesProofGet = defineCall({
  path: '/vms/archives/proof/get',
  input: z.object({ archiveId: identifier, redactionId: z.optional(identifier) }),
  output: proof,
  access: holdersOf('playback'),
  offline: 'cache',
})
