import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzRenewal, ptzStatus } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * Goes on with a movement that this person began: without it the camera stops by itself within 1.5 s. The audit trail knows the beginning.
 * Needs the right `ptz` on the channel, each time. Fails with camera-moved-by-other (it has stopped, or somebody else moves the camera) and
 * the codes of `ptzExecute`.
 */
export const ptzRenew = defineCall({
  path: '/vms/dev-cmd/ptz/renew',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, renewal: ptzRenewal }),
  output: ptzStatus,
  access: holdersOf('ptz'),
  offline: 'none',
  rate: { calls: 900, perMs: 60_000 },
})
