import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** Marks the alarms named, or all, as read by the signed-in person. Answers how many are left unread. */
export const alarmUpdateReadStatus = defineCall({
  path: '/vms/event/alarm/update/read/status',
  input: z.object({ alarmIds: z.union([z.literal('all'), z.array(identifier).check(z.maxLength(1000))]) }),
  output: z.object({ unread: z.int() }),
  access: signedIn,
  offline: 'queue',
  changes: true,
})
