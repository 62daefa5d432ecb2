import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { identifier, name, serialNumber } from '../../rules.ts'
import { device } from './device.ts'

/**
 * Renames a device, or moves it to another site of the organization (administrators only; roles given on its channels end). Fails with
 * serial-number-unknown (not there, or not seen), no-device-permission (no right to configure all of it), call-not-permitted (moving),
 * site-missing.
 */
export const deviceEdit = defineCall({
  path: '/vms/device/edit',
  input: z
    .object({ sn: serialNumber, name: z.optional(name(lengths.deviceName)), siteId: z.optional(identifier) })
    .check(z.refine(({ name, siteId }) => name !== undefined || siteId !== undefined, { error: 'nothing-to-change' })),
  output: device,
  access: holdersOf('configure'),
  offline: 'queue',
  changes: true,
})
