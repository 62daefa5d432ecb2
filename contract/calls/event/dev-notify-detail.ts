import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { devNotify } from './dev-notify.ts'

/**
 * The notification of a device; null when it has none. Fails with serial-number-unknown (no such device), no-device-permission (no right to
 * configure it).
 */
export const devNotifyDetail = defineCall({
  path: '/vms/monitor/dev-notify/detail',
  input: z.object({ sn: serialNumber }),
  output: z.object({ notify: z.nullable(devNotify) }),
  access: holdersOf('configure'),
  offline: 'cache',
})
