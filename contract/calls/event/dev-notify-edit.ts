import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { devNotify } from './dev-notify.ts'

/** Changes the notification of a device. Fails with 6000 when it has none, 33003 (no such device), 33001 (no right to configure it). */
export const devNotifyEdit = defineCall({
  path: '/vms/monitor/dev-notify/edit',
  input: devNotify,
  output: devNotify,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
