import { queryOptions } from '@tanstack/react-query'
import { eventExport } from '#contract/calls/event/event-export.ts'
import { EVENTS_A_PAGE, eventSearchList, type EventFilter } from '#contract/calls/event/event-search-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import type { Language } from '#contract/enums.ts'
import type { FileProgress } from '#contract/core-api.ts'
import { ask } from '../core/ask.ts'
import { callCore, onPush } from '../core/core.ts'

/** A page out of sight is let go of soon: with many thousands of results only those around the screen are held. */
const HELD_MS = 30_000
const NEARBY_MS = 2 * 60_000
const MOST_NEARBY = 50

/** How many events of how many are in a file that is being made. */
export interface Made {
  rows: number
  totalRows: number
}

/** One page of what a search finds, newest first: the one behind the event `after`, without it the first. */
export function eventsPageQuery(filter: EventFilter, after?: string) {
  const page = { ...filter, ...(after !== undefined && { after }), pageSize: EVENTS_A_PAGE }
  return queryOptions({
    queryKey: ['events', 'page', filter, after ?? ''],
    queryFn: ask(eventSearchList, page, { isPassing: after !== undefined }),
    ...(after !== undefined && { gcTime: HELD_MS }),
  })
}

/** One event, found by when it happened; null when the person may not see it, or it is gone. */
export function eventQuery({ eventId, atMs }: { eventId: string; atMs: number }) {
  // Events older than the next identifier, in the order of identifiers.
  const after = String(BigInt(eventId) + 1n)
  const question = ask(eventSearchList, { fromMs: atMs, toMs: atMs, after, pageSize: 1 })
  return queryOptions({
    queryKey: ['events', 'one', eventId],
    queryFn: async (context): Promise<Event | null> => {
      const { events } = await question(context)
      return events.find((event) => event.eventId === eventId) ?? null
    },
  })
}

/** What else happened on the site, two minutes before and after. */
export function nearbyEventsQuery({ siteId, atMs }: { siteId: string; atMs: number }) {
  const span = { fromMs: Math.max(0, atMs - NEARBY_MS), toMs: atMs + NEARBY_MS }
  return queryOptions({
    queryKey: ['events', 'nearby', siteId, atMs],
    queryFn: ask(eventSearchList, { ...span, siteIds: [siteId], pageSize: MOST_NEARBY }),
  })
}

/**
 * All that a search finds as a file, made by the service; `onMade` hears how many of its events are in it so far. Throws `CallError`, announced, or the
 * signal's reason when it was called off.
 */
export async function exportEvents(
  filter: EventFilter,
  what: { format: 'csv' | 'xlsx'; withPictures: boolean; language: Language },
  { onMade, ...options }: { signal: AbortSignal; onMade: (made: Made) => void; onProgress: (progress: FileProgress) => void },
): Promise<File> {
  const exportId = crypto.randomUUID()
  const stop = onPush(({ infoType, infoContent }) => {
    if (infoType === 'export-progress' && infoContent.exportId === exportId) onMade(infoContent)
  })
  try {
    return await callCore(eventExport, { ...filter, ...what, exportId }, options)
  } finally {
    stop()
  }
}
