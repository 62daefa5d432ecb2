import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall, type InputOf } from '../../define-call.ts'
import { event, eventId } from './event.ts'
import { eventFilter, timeSpanRule } from './event-filter.ts'

/** The most events of one page. */
export const EVENTS_A_PAGE = 100

/**
 * Events of the channels that the person may play back, newest first. The next page begins after `next`, null at the end: pages
 * follow each other, so that the last is as fast as the first. Fails with range-too-long when the span is over 31 days.
 */
export const eventSearchList = defineCall({
  path: '/vms/event/search/list',
  input: z
    .object({ ...eventFilter, after: z.optional(eventId), pageSize: z.int().check(z.minimum(1), z.maximum(EVENTS_A_PAGE)) })
    .check(...timeSpanRule),
  output: z.object({ events: z.array(event), next: z.nullable(eventId) }),
  access: holdersOf('playback'),
  offline: 'cache',
})

/** What events are searched for; times are epoch ms, both included, and at most 31 days apart. */
export type EventFilter = Omit<InputOf<typeof eventSearchList>, 'after' | 'pageSize'>
