import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceType } from '../../enums.ts'
import { lengths } from '../../limits.ts'
import { identifier, name, securityCode, serialNumber } from '../../rules.ts'
import { device } from './device.ts'

/**
 * Binds a device to a site by serial number and security code. Fails with serial-number-unknown (no such device has ever called in),
 * security-code-wrong, device-offline (it is given the key of its binding as it is bound), device-bound-already, too-many-devices, site-missing, too-frequent (too many wrong codes), and as the licence guard does
 * (licence-needed, licence-ended, licence-too-small) when none of its cameras is covered; of more than are covered the first are open.
 * With `devType` it has to be of this type, or it fails with device-refuses-value: somebody read another label.
 */
export const deviceBind = defineCall({
  path: '/vms/device/bind',
  input: z.object({
    sn: serialNumber,
    securityCode,
    siteId: identifier,
    name: z.optional(name(lengths.deviceName)),
    devType: z.optional(deviceType),
  }),
  output: device,
  access: administrator,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
