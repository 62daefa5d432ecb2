import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { ptzState } from '../../ptz.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * What a camera can be told, where it looks, and its presets, cruises and tracks. Needs the right `ptz` on the channel. Fails with
 * channel-missing, no-permission, device-offline (offline), device-cannot (it cannot be moved), device-silent (no answer within 10 s).
 */
export const ptzGet = defineCall({
  path: '/vms/dev-cmd/ptz/get',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex }),
  output: ptzState,
  access: holdersOf('ptz'),
  offline: 'none',
})
