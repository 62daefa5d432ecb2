import * as z from 'zod/mini'
import { station } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, timeMs } from '../../rules.ts'

/** An addition to the catalogue: a ticket for one media socket, good once, for 30 s. */
export const stationTicket = defineCall({
  path: '/vms/station/ticket',
  input: noInput,
  output: z.object({ ticket: z.string(), expiresAtMs: timeMs }),
  access: station,
  offline: 'none',
  oneUse: true,
})
