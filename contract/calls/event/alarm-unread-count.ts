import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** How many alarms the signed-in person has not read. */
export const alarmUnreadCount = defineCall({
  path: '/vms/event/alarm/unread/count',
  input: noInput,
  output: z.object({ count: z.int() }),
  access: signedIn,
  offline: 'cache',
})
