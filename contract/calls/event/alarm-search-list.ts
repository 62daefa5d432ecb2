import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, pageNumber, timeMs } from '../../rules.ts'
import { alarm, alarmKinds } from './alarm.ts'
import { channelRef, timeSpanRule } from './event-filter.ts'

/**
 * One page of alarms of the channels and devices that the person may see, newest first. `fromMs` and `toMs` are of the time when an
 * alarm started. Fails with range-too-long when both are given and lie over 31 days apart.
 */
export const alarmSearchList = defineCall({
  path: '/vms/event/alarm/search/list',
  input: z
    .object({
      pageNum: pageNumber,
      pageSize: z.int().check(z.minimum(1), z.maximum(100)),
      unreadOnly: z.optional(z.boolean()),
      kinds: z.optional(z.array(z.enum(alarmKinds)).check(z.maxLength(16))),
      siteIds: z.optional(z.array(identifier).check(z.maxLength(100))),
      channels: z.optional(z.array(channelRef).check(z.maxLength(256))),
      fromMs: z.optional(timeMs),
      toMs: z.optional(timeMs),
    })
    .check(...timeSpanRule),
  output: z.object({ total: z.int(), alarms: z.array(alarm) }),
  access: signedIn,
  offline: 'cache',
})
