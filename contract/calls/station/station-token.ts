import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { signedStationClaim } from '../../station.ts'

/**
 * An addition to the catalogue: a token for one output of a station, for whoever signs `stationClaim` with the key that was paired. Fails with
 * station-unknown (no such station, taken back, or signed with another key), and with station-clock when the time is not about now, or not
 * later than that of the last token.
 */
export const stationToken = defineCall({
  path: '/vms/station/token',
  input: signedStationClaim,
  output: z.object({ token: z.string(), expiresAtMs: timeMs, nowMs: timeMs }),
  access: open,
  offline: 'none',
  oneUse: true,
})
