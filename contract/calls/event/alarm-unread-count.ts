import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { unreadAlarms } from './unread-alarms.ts'

/** How many alarms the signed-in person has not read. */
export const alarmUnreadCount = defineCall({
  path: '/vms/event/alarm/unread/count',
  input: noInput,
  output: unreadAlarms,
  access: signedIn,
  offline: 'cache',
})
