import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { sharedClip, shareId, sharePassword } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { proof } from './proof.ts'

/** An addition to the catalogue: what is signed about a file that a share passes on, the first unless `clip` says which. Does not count as opened. Fails as the share's own call does, and with proof-missing. */
export const archivesProofNoTokenGet = defineCall({
  path: '/vms/archives/proof/no-token/get',
  input: z.object({ shareId, password: z.optional(sharePassword), clip: z.optional(sharedClip) }),
  output: proof,
  access: open,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 120, perMs: 60_000 },
})
