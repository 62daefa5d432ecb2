import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../../data/core/core.ts'
import { lastSearch } from '../../data/records/last-search.ts'
import { readEventSearch, type EventSearch } from '../../features/search/event-search.ts'
import { lastingMs } from '../../ui/filters/time-presets.ts'
import { SearchPage } from '../../features/search/search-page.tsx'

/** The last day, unless the address says otherwise. */
const USUAL_MS = 24 * 60 * 60_000

/** The search for events. An address that names no time is given one, so that it shows the same in another tab. */
export const Route = createFileRoute('/_home/search')({
  staticData: { page: 'search' },
  validateSearch: (search: Record<string, unknown>): EventSearch => readEventSearch(search),
  beforeLoad: async ({ search }) => {
    if (search.from !== undefined) return
    // Without the service there is only what was searched for last.
    const last = coreState.isServiceReachable ? undefined : readEventSearch((await lastSearch()) ?? {})
    const shown = last?.from === undefined ? lastingMs(USUAL_MS, Date.now() + coreState.clockOffsetMs) : last
    throw redirect({ to: '/search', search: { ...search, ...shown }, replace: true })
  },
  component: SearchPage,
})
