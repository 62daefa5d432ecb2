import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { alarm } from './alarm.ts'

/** One page of alarms of the channels and devices that the person may see, newest first. */
export const alarmSearchList = defineCall({
  path: '/vms/event/alarm/search/list',
  input: z.object({
    pageNum: z.int().check(z.minimum(1)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    unreadOnly: z.optional(z.boolean()),
  }),
  output: z.object({ total: z.int(), alarms: z.array(alarm) }),
  access: signedIn,
  offline: 'cache',
})
