import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall, type InputOf } from '../../define-call.ts'
import { identifier, timeMs } from '../../rules.ts'
import { alarm, alarmKinds } from './alarm.ts'
import { alarmState, alarmStates } from './alarm-handling.ts'
import { channelRef, timeSpanRule } from './event-filter.ts'

/** The most alarms of one page. */
export const ALARMS_A_PAGE = 100

/** A place in the list: behind this alarm, which need not be there any more. */
const alarmPlace = z.object({ startedAtMs: timeMs, alarm: identifier })
export type AlarmPlace = z.output<typeof alarmPlace>

/**
 * Alarms of the channels and devices that the person may see, newest first. The next page begins behind `next`, null at the end: pages follow
 * each other, so that the last is as fast as the first. `total`: of the whole list, on its first page alone. `fromMs` and `toMs` are
 * of the time when an alarm started. `assignedTo`: a person. Fails with range-too-long when both are given and lie over 31 days apart.
 */
export const alarmSearchList = defineCall({
  path: '/vms/event/alarm/search/list',
  input: z
    .object({
      after: z.optional(alarmPlace),
      pageSize: z.int().check(z.minimum(1), z.maximum(ALARMS_A_PAGE)),
      unreadOnly: z.optional(z.boolean()),
      kinds: z.optional(z.array(z.enum(alarmKinds)).check(z.maxLength(16))),
      siteIds: z.optional(z.array(identifier).check(z.maxLength(100))),
      channels: z.optional(z.array(channelRef).check(z.maxLength(256))),
      ruleIds: z.optional(z.array(identifier).check(z.maxLength(100))),
      states: z.optional(z.array(alarmState).check(z.maxLength(alarmStates.length))),
      assignedTo: z.optional(identifier),
      fromMs: z.optional(timeMs),
      toMs: z.optional(timeMs),
    })
    .check(...timeSpanRule),
  output: z.object({ total: z.nullable(z.int()), alarms: z.array(alarm), next: z.nullable(alarmPlace) }),
  access: signedIn,
  offline: 'cache',
})

/** What alarms are listed. */
export type AlarmFilter = Omit<InputOf<typeof alarmSearchList>, 'after' | 'pageSize'>
