import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzState } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * What a camera can be told, where it looks, and its presets, cruises and tracks. Needs the right `ptz` on the channel. Fails with 33005, 5001, 7062
 * (offline), 33022 (it cannot be moved), 33007 (no answer within 10 s).
 */
export const ptzGet = defineCall({
  path: '/vms/dev-cmd/ptz/get',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex }),
  output: ptzState,
  access: holdersOf('ptz'),
  offline: 'none',
})
