import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzAct, ptzStatus } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * Has a camera move, stop, go to a preset, or run a cruise or track, and answers where it looks then. Needs the right `ptz` on the channel.
 * Commands to one device are carried out in the order in which they come. Fails with channel-missing, no-permission, device-offline,
 * device-cannot (it cannot be moved), device-part-missing (no such preset, cruise or track), wrong-state (an empty cruise), device-silent
 * (no answer within 10 s), too-frequent (too many commands wait for the device).
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
