import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMayLookBack } from '../../data/person/look-back.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { lastSearch } from '../../data/records/last-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NoPast } from '../../ui/event/no-past.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { EventGrid } from './event-grid.tsx'
import { readEventSearch, type EventSearch } from './event-search.ts'
import { EventTable } from './event-table.tsx'
import { GridSkeleton } from './grid-skeleton.tsx'
import type { Places } from './use-places.ts'
import type { Results } from './use-results.ts'
import type { Selection } from './use-selection.ts'

interface ResultsViewProps {
  search: EventSearch
  scroller: HTMLElement | null
  /** Why nothing is asked. */
  trouble: string | undefined
  results: Results
  places: Places
  selection: Selection
  isFiltered: boolean
  onOpen: (index: number) => void
}

/** What was found, or why there is nothing to see. */
export function ResultsView({ search, scroller, trouble, results, places, selection, isFiltered, onOpen }: ResultsViewProps) {
  const mayLookBack = useMayLookBack()
  const hasNoRights = useHasNoRights()
  if (mayLookBack === false) return <NoPast hasNoRights={hasNoRights} drawing="search" />
  if (trouble !== undefined)
    return (
      <Notice drawing="search" title={<Trans>Choose another time: {trouble}</Trans>}>
        <Trans>Nothing is searched before that.</Trans>
      </Notice>
    )
  if (results.isEmpty && results.error !== null) return <Unreachable search={search} results={results} />
  if (results.isEmpty) return search.view === 'table' ? <NotThereYet error={null} title={null} onRetry={results.retry} /> : <GridSkeleton />
  if (results.found === 0 && results.isWhole)
    return (
      <Notice
        drawing="search"
        title={
          isFiltered ? (
            <Trans>Nothing was seen in this time that matches the filters.</Trans>
          ) : (
            <Trans>Nothing was seen in this time.</Trans>
          )
        }
      >
        <Trans>Choose a longer time, or fewer filters.</Trans>
      </Notice>
    )
  const shared = { results, places, selection, openId: search.event, onOpen }
  return search.view === 'table' ? <EventTable {...shared} /> : <EventGrid scroller={scroller} {...shared} />
}

/** Nothing of this search is kept here: what was searched for last is. */
function Unreachable({ search, results }: { search: EventSearch; results: Results }) {
  const navigate = useNavigate({ from: '/search' })
  const { data: kept } = useQuery({ queryKey: ['last-search'], queryFn: async () => (await lastSearch()) ?? null, staleTime: 0 })
  const last = kept && readEventSearch(kept)
  const isAnother = last?.from !== undefined && (last.from !== search.from || last.until !== search.until)
  return (
    <>
      <NotThereYet error={results.error} title={<Trans>The events could not be loaded.</Trans>} onRetry={results.retry} />
      {isAnother && (
        <Notice
          drawing="search"
          title={<Trans>The last search is kept on this machine.</Trans>}
          step={
            <Button variant="default" onClick={() => void navigate({ search: last, replace: true })}>
              <Trans>Show the last search</Trans>
            </Button>
          }
        />
      )}
    </>
  )
}
