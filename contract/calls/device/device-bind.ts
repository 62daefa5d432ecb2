import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { identifier, name, securityCode, serialNumber } from '../../rules.ts'
import { device } from './device.ts'

/**
 * Binds a device to a site by serial number and security code. Fails with 33003 (no such device has ever called
 * in), 33004 (security code wrong), 33010 (bound already), 33006 (no such site), 6001 (too many wrong codes),
 * and as the licence guard does (33136, 33135, 33014) when none of its cameras is covered; of more than are covered the first are open.
 */
export const deviceBind = defineCall({
  path: '/vms/device/bind',
  input: z.object({ sn: serialNumber, securityCode, siteId: identifier, name: z.optional(name(lengths.deviceName)) }),
  output: device,
  access: administrator,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
