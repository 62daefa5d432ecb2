import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzEdit as edit, ptzState } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * Changes presets, cruises and tracks of a camera, and answers with all of them. Needs the right `ptz` on the channel. Fails with
 * name-taken-on-device, device-full (no room for another), device-part-missing (no such preset, cruise or track), device-refuses-value (a
 * preset number that the device does not have) and the codes of `ptzExecute`.
 */
export const ptzEdit = defineCall({
  path: '/vms/dev-cmd/ptz/edit',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, edit }),
  output: ptzState,
  access: holdersOf('ptz'),
  offline: 'none',
  changes: true,
  rate: { calls: 120, perMs: 60_000 },
})
