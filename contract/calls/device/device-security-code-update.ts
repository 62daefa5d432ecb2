import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, securityCode, serialNumber } from '../../rules.ts'

/**
 * Gives a device that is online a new security code. Fails with 33003, 33001, 33004 (current code wrong), 6001 (too many wrong ones), 33028 (new one is the
 * current one), 7062, 33007, 33022.
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
