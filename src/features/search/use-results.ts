import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { EVENTS_A_PAGE, type EventFilter } from '#contract/calls/event/event-search-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { eventsPageQuery } from '../../data/records/events.ts'
import { knownPages, pagesAround, shownPart } from './result-pages.ts'

/** Places that are held free for a page that is on its way. */
const COMING = 12

/** What a search has found so far. Only what is around the screen is held, however much was scrolled through. */
export interface Results {
  /** How many are known, with those that are just coming. */
  count: number
  /** How many there are at least; `isWhole` when there are no more. */
  found: number
  isWhole: boolean
  /** The first page is not there yet. */
  isEmpty: boolean
  error: Error | null
  /** Undefined while its page is not there. */
  at: (index: number) => Event | undefined
  indexOf: (eventId: string) => number
  /** Told which of them are on the screen. */
  onShown: (first: number, last: number) => void
  /** Those from one place to another, both included, also of pages that are not held any more. */
  between: (one: number, other: number) => Promise<Event[]>
  retry: () => void
}

interface State {
  /** The search that all of it is of. */
  of: string
  /** Behind which event each page begins. */
  cursors: readonly string[]
  /** As `shownPart` has them. */
  first: number
  last: number
}
interface Page {
  events: Event[]
  next: string | null
}

/** The same as long as nothing of it has changed. */
function combine(answers: UseQueryResult<Page>[]) {
  return { pages: answers.map(({ data }) => data), error: answers[0]?.error ?? null }
}

/** Searches page after page, as far as somebody scrolls. `isAsked`: false while nothing may be asked. */
export function useResults(filter: EventFilter, isAsked: boolean): Results {
  const client = useQueryClient()
  const of = JSON.stringify(filter)
  const [state, setState] = useState<State>({ of, cursors: [''], first: 0, last: 0 })
  const { cursors, first, last } = state.of === of ? state : { cursors: [''], first: 0, last: 0 }
  const query = (number: number) => eventsPageQuery(filter, cursors[number] || undefined)
  const numbers = pagesAround(first, last, cursors.length)
  const { pages, error } = useQueries({ queries: numbers.map((number) => ({ ...query(number), enabled: isAsked })), combine })
  const places = numbers.join(' ')
  const known = useMemo(() => new Map(places.split(' ').map((number, place) => [Number(number), pages[place]])), [places, pages])
  const next = knownPages(cursors, known, last)
  if (state.of !== of || next !== cursors) setState({ of, cursors: next, first, last })

  const lastPage = known.get(cursors.length - 1)
  const before = (cursors.length - 1) * EVENTS_A_PAGE
  const at = useCallback((index: number) => known.get(Math.floor(index / EVENTS_A_PAGE))?.events[index % EVENTS_A_PAGE], [known])
  return {
    count: before + (lastPage?.events.length ?? COMING),
    found: before + (lastPage?.events.length ?? 0),
    isWhole: lastPage?.next === null,
    isEmpty: known.get(0) === undefined,
    error,
    at,
    indexOf: (eventId) => {
      for (const [number, page] of known) {
        const place = page?.events.findIndex((event) => event.eventId === eventId) ?? -1
        if (place >= 0) return number * EVENTS_A_PAGE + place
      }
      return -1
    },
    onShown: (from, to) => {
      const part = shownPart(from, to)
      if (part.first !== first || part.last !== last) setState({ of, cursors: next, ...part })
    },
    between: async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const found: Event[] = []
      for (let number = Math.floor(from / EVENTS_A_PAGE); number * EVENTS_A_PAGE <= to && number < cursors.length; number++) {
        const page = await client.ensureQueryData(query(number))
        found.push(...page.events.slice(Math.max(0, from - number * EVENTS_A_PAGE), to - number * EVENTS_A_PAGE + 1))
      }
      return found
    },
    retry: () => void client.refetchQueries({ queryKey: query(0).queryKey }),
  }
}
