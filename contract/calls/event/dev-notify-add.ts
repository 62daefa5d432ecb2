import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { devNotify } from './dev-notify.ts'

/** Gives a device a notification. Fails with 6000 when it has one, 33003 (no such device), 33001 (no right to configure it). */
export const devNotifyAdd = defineCall({
  path: '/vms/monitor/dev-notify/add',
  input: devNotify,
  output: devNotify,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
