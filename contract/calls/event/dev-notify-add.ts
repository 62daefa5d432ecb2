import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { devNotify } from './dev-notify.ts'

/**
 * Gives a device a notification. Fails with wrong-state when it has one, serial-number-unknown (no such device), no-device-permission (no
 * right to configure it).
 */
export const devNotifyAdd = defineCall({
  path: '/vms/monitor/dev-notify/add',
  input: devNotify,
  output: devNotify,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
