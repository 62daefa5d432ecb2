import { useQuery } from '@tanstack/react-query'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { eventsPageQuery } from './events.ts'

const none: Event[] = []

/** What a camera saw in a stretch of time, up to a page of it. Where its events are not to be had there are none. */
export function useEventsOf({ sn, chlIndex }: ChannelRef, startMs: number, endMs: number, isWanted = true): Event[] {
  const query = eventsPageQuery({ fromMs: startMs, toMs: endMs, channels: [{ sn, chlIndex }] })
  const { data } = useQuery({ ...query, meta: { isQuiet: true }, retry: false, enabled: isWanted })
  return data?.events ?? none
}
