import { eventSearchList as call } from '#contract/calls/event/event-search-list.ts'
import { handler } from '../handler.ts'
import { searchScope } from './search-scope.ts'
import { toEvent } from './to-event.ts'

export const eventSearchList = handler(call, async ({ after, pageSize, ...filter }, context, caller) => {
  const scope = await searchScope(context, caller, filter)
  // One more than the page holds tells whether there is a next one.
  const page = { after: after === undefined ? undefined : Number(after), size: pageSize + 1 }
  const rows = await context.eventSearch.find(scope, filter, page)
  const events = rows.slice(0, pageSize).map((row) => toEvent(row, context.objectLinks, caller))
  return { events, next: rows.length > pageSize ? (events.at(-1)?.eventId ?? null) : null }
})
