import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { alarmKinds } from './alarm.ts'
import { channelRef, timeSpan, timeSpanRule } from './event-filter.ts'

/**
 * Alarms of one channel as they lie on a time line, oldest first, those of its whole device included. One that lasts ends now. At most
 * 5,000. Fails with channel-missing, no-permission (no right to play back) or range-too-long (over 31 days).
 */
export const alarmSearch = defineCall({
  path: '/vms/event/alarm/search',
  input: z.object({ ...channelRef.shape, ...timeSpan }).check(...timeSpanRule),
  output: z.object({
    items: z.array(z.object({ alarmId: identifier, startMs: z.number(), endMs: z.number(), type: z.enum(alarmKinds) })),
  }),
  access: holdersOf('playback'),
  offline: 'cache',
})
