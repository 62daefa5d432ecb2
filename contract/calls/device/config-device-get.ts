import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, serialNumber } from '../../rules.ts'
import { deviceSection } from './device-section.ts'

/**
 * One section of a device's settings, asked of the device; of `camera` those of one channel, the first unless another is named. Fails with serial-number-unknown, no-device-permission, device-offline,
 * device-silent (no answer), device-cannot (it has no such settings),
 * device-part-missing (it has no such channel).
 */
export const configDeviceGet = defineCall({
  path: '/vms/config/device/get',
  input: z.object({
    sn: serialNumber,
    section: z.enum(['general', 'network', 'notify', 'recording', 'camera']),
    chlIndex: z.optional(channelIndex),
  }),
  output: deviceSection,
  access: holdersOf('configure'),
  offline: 'none',
})
