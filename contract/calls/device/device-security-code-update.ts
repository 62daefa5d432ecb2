import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, securityCode, serialNumber } from '../../rules.ts'

/**
 * Gives a device that is online a new security code. Fails with serial-number-unknown, no-device-permission, security-code-wrong (current
 * code wrong), too-frequent (too many wrong ones), security-code-unchanged (new one is the current one), device-offline, device-silent,
 * device-cannot.
 */
export const deviceSecurityCodeUpdate = defineCall({
  path: '/vms/device/security-code/update',
  input: z.object({ sn: serialNumber, securityCode, newSecurityCode: securityCode }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
