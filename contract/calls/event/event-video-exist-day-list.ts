import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pastPlace } from '../../recorded-media.ts'
import { channelRef } from './event-filter.ts'
import { recordSource } from './event-video-search.ts'

/**
 * Days of a month (`2026-11`) of which there are recordings of a channel, in the time zone that the question names. Places and sources as for
 * the search for recordings (`event-video-search.ts`). Fails with channel-missing, no-permission (no right to play back) or parameter-error (a
 * time zone that nobody knows, rule 8.5).
 */
export const eventVideoExistDayList = defineCall({
  path: '/vms/event/video/exist-day/list',
  input: z.object({
    ...channelRef.shape,
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
    timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
    from: z.optional(pastPlace),
  }),
  output: z.object({ days: z.array(z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/))), source: recordSource }),
  access: holdersOf('playback'),
  offline: 'cache',
})
