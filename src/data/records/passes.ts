import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { EVENTS_A_PAGE, eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { limits } from '#contract/limits.ts'
import { ask } from '../core/ask.ts'
import { coreState } from '../core/core.ts'

/** As far as one question reaches (rule 5.7). */
export const PASS_SPAN_MS = limits.searchRangeMs
/** Passes that are counted by their days; of no plate in particular the newest page is enough. */
const MOST_PASSES = 1_000

/** `fromMs`, `untilMs`: the span that was looked at. `isWhole`: there are no more in it. */
export interface Passes {
  events: Event[]
  isWhole: boolean
  fromMs: number
  untilMs: number
}

/**
 * Where a plate was seen (`*` and `?` stand for others), or any, within a month up to `until`, epoch ms, or now: the newest first, 1,000 of
 * a plate and 100 of all.
 */
export function passesQuery(plate: string | undefined, until: number | undefined) {
  return queryOptions({
    queryKey: ['events', 'passes', plate ?? '', until ?? 0],
    queryFn: async (context: { queryKey: QueryKey; signal: AbortSignal }): Promise<Passes> => {
      const untilMs = until ?? Math.floor(Date.now() + coreState.clockOffsetMs)
      const fromMs = Math.max(0, untilMs - PASS_SPAN_MS)
      const filter = { fromMs, toMs: untilMs, ...(plate === undefined ? { kinds: ['plate' as const] } : { plate }) }
      const most = plate === undefined ? EVENTS_A_PAGE : MOST_PASSES
      const events: Event[] = []
      let after: string | undefined
      for (;;) {
        const page = { ...filter, ...(after !== undefined && { after }), pageSize: EVENTS_A_PAGE }
        const { events: some, next } = await ask(eventSearchList, page)(context)
        events.push(...some)
        if (next === null) return { events, isWhole: true, fromMs, untilMs }
        if (events.length >= most) return { events, isWhole: false, fromMs, untilMs }
        after = next
      }
    },
  })
}
