import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { deviceSection } from './device-section.ts'

/** One section of a device's settings, asked of the device. Fails with 33003, 33001, 7062 (offline), 33007 (no answer), 33022 (it has no such settings). */
export const configDeviceGet = defineCall({
  path: '/vms/config/device/get',
  input: z.object({ sn: serialNumber, section: z.enum(['general', 'network']) }),
  output: deviceSection,
  access: holdersOf('configure'),
  offline: 'none',
})
