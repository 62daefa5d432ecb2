import * as z from 'zod/mini'
import { station } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { stationProof } from '../../station.ts'

/**
 * An addition to the catalogue: a ticket for one media socket, good once, for 30 s, for whoever has the screen's key beside its token. Fails with
 * station-unknown (signed with another key) and station-clock (the time is not about now, or the proof was used).
 * Without a proof only for a page from before there were any, of a screen that has given none yet.
 */
export const stationTicket = defineCall({
  path: '/vms/station/ticket',
  input: z.optional(stationProof),
  output: z.object({ ticket: z.string(), expiresAtMs: timeMs }),
  access: station,
  offline: 'none',
  oneUse: true,
})
