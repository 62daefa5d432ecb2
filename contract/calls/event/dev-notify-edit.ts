import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { devNotify } from './dev-notify.ts'

/**
 * Changes the notification of a device. Fails with wrong-state when it has none, serial-number-unknown (no such device),
 * no-device-permission (no right to configure it).
 */
export const devNotifyEdit = defineCall({
  path: '/vms/monitor/dev-notify/edit',
  input: devNotify,
  output: devNotify,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
