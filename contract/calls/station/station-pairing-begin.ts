import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { stationPublicKey } from '../../station.ts'

/**
 * An addition to the catalogue: a screen that belongs to nobody asks for a code that an administrator can type. `secret` is for the screen
 * alone, to ask what became of it. Fails with too-frequent when too many screens of its network wait already.
 */
export const stationPairingBegin = defineCall({
  path: '/vms/station/pairing/begin',
  input: z.object({ publicKey: stationPublicKey }),
  output: z.object({ pairingId: z.string(), secret: z.string(), pairingCode: z.string(), expiresAtMs: timeMs, nowMs: timeMs }),
  access: open,
  offline: 'none',
  oneUse: true,
  rate: { calls: 40, perMs: 60_000 },
})
