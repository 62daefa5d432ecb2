import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber, timeMs } from '../../rules.ts'

/**
 * A path of this service that leads once, within 30 seconds, to the page that the device serves itself. Fails with serial-number-unknown,
 * no-device-permission, device-offline, device-silent, and with device-cannot or device-part-missing for a device that has no page.
 */
export const deviceRedirectGet = defineCall({
  path: '/vms/device/redirect/get',
  input: z.object({ sn: serialNumber }),
  output: z.object({ path: z.string(), expiresAtMs: timeMs }),
  access: holdersOf('configure'),
  offline: 'none',
  oneUse: true,
})
