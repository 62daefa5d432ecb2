import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { alarmsRead } from './unread-alarms.ts'

/**
 * Marks the alarms named, or all, as read by the signed-in person. Answers which of them were not read before, and what is left unread. The
 * person's screens are told the same by push.
 */
export const alarmUpdateReadStatus = defineCall({
  path: '/vms/event/alarm/update/read/status',
  input: z.object({ alarmIds: z.union([z.literal('all'), z.array(identifier).check(z.maxLength(1000))]) }),
  output: alarmsRead,
  access: signedIn,
  offline: 'queue',
  changes: true,
})
