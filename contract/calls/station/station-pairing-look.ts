import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** An addition to the catalogue: what became of a code. With `sn` the screen belongs to that station. Fails with code-expired. */
export const stationPairingLook = defineCall({
  path: '/vms/station/pairing/look',
  input: z.object({ pairingId: identifier, secret: identifier }),
  output: z.object({ sn: z.optional(z.string()) }),
  access: open,
  offline: 'none',
  rate: { calls: 1_200, perMs: 60_000 },
})
