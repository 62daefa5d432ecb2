import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzAct, ptzStatus } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * Has a camera move, stop, go to a preset, or run a cruise or track, and answers where it looks then. Needs the right `ptz` on the channel. Commands to one
 * device are carried out in the order in which they come. Fails with 33005, 5001, 7062 (offline), 33022 (it cannot be moved), 33029 (no such preset, cruise or
 * track), 6000 (an empty cruise), 33007 (no answer within 10 s), 6001 (too many commands wait for the device).
 */
export const ptzExecute = defineCall({
  path: '/vms/dev-cmd/ptz/execute',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, act: ptzAct }),
  output: ptzStatus,
  access: holdersOf('ptz'),
  offline: 'none',
  changes: true,
  rate: { calls: 240, perMs: 60_000 },
})
