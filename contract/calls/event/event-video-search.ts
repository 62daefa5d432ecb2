import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelRef, timeSpan, timeSpanRule } from './event-filter.ts'

/** Event types of the search for recordings (rule 3.17). */
export const recordTypes = ['MOTION', 'MANUAL', 'SCHEDULE', 'SENSOR', 'POS', 'SMART_MOTION', 'PERIMETER', 'PLATE', 'OTHER'] as const
export type RecordType = (typeof recordTypes)[number]

/**
 * When there is something to see on a channel: the spans around its events, oldest first, those of one type that touch made one.
 * Fails with channel-missing, no-permission (no right to play back) or range-too-long (over 31 days).
 */
export const eventVideoSearch = defineCall({
  path: '/vms/event/video/search',
  input: z
    .object({ ...channelRef.shape, ...timeSpan, types: z.optional(z.array(z.enum(recordTypes)).check(z.maxLength(16))) })
    .check(...timeSpanRule),
  output: z.object({ segments: z.array(z.object({ startMs: z.number(), endMs: z.number(), type: z.enum(recordTypes) })) }),
  access: holdersOf('playback'),
  offline: 'cache',
})
