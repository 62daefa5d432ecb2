import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pastPlace, recordType } from '../../recorded-media.ts'
import { channelRef, timeSpan, timeSpanRule } from './event-filter.ts'

/**
 * Who says what was recorded: the device; the service, which knows the events of a device that is offline, silent or cannot say, and that there
 * may be something to see around them; or the cloud recordings.
 */
export const recordSource = z.enum(['device', 'events', 'cloud'])

/**
 * What was recorded of a channel, by the device (`local`, unless told otherwise) or in the cloud, oldest first, those of one type that touch made
 * one. Where the device cannot be asked there are the spans around its events instead, and `source` says so. In the cloud, the type is that of
 * what triggered it. What is being recorded ends now. `isMore`: there is too much for one answer; whoever wants the rest asks for a shorter time.
 * Fails with channel-missing, no-permission (no right to play back) or range-too-long (over 31 days), and of what the device recorded with licence-needed
 * or licence-ended when no licence is in force and there are no free channels.
 */
export const eventVideoSearch = defineCall({
  path: '/vms/event/video/search',
  input: z
    .object({
      ...channelRef.shape,
      ...timeSpan,
      types: z.optional(z.array(recordType).check(z.maxLength(16))),
      from: z.optional(pastPlace),
    })
    .check(...timeSpanRule),
  output: z.object({
    segments: z.array(z.object({ startMs: z.number(), endMs: z.number(), type: recordType })),
    isMore: z.boolean(),
    source: recordSource,
  }),
  access: holdersOf('playback'),
  offline: 'cache',
})
