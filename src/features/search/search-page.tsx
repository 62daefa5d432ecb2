import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { eventsPageQuery } from '../../data/records/events.ts'
import { keepLastSearch } from '../../data/records/last-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { ExportButton } from './export-button.tsx'
import { filterOf, noFilter, type EventSearch } from './event-search.ts'
import { filterCount, FilterPanel } from './filter-panel.tsx'
import { FoundCount } from './found-count.tsx'
import { ResultsView } from './results-view.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { timeTrouble } from '../../ui/filters/time-trouble.ts'
import { usePlaces } from './use-places.ts'
import { useResults } from './use-results.ts'
import { useSelection } from './use-selection.ts'
import classes from './search.module.css'

const EventPanel = lazy(() => import('./event-panel.tsx').then(({ EventPanel }) => ({ default: EventPanel })))

/** Search among all that the cameras have reported, as pictures or as a table. The address holds the whole search. */
export function SearchPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_home/search' })
  const navigate = useNavigate({ from: '/search' })
  const isNarrow = useNarrow()
  const mayLookBack = useHoldsRight('playback')
  const places = usePlaces()
  const [isFiltering, setFiltering] = useState(false)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const filter = useMemo(() => filterOf(search), [search])
  const of = JSON.stringify(filter)
  const trouble = timeTrouble(filter)
  const results = useResults(filter, trouble === undefined && mayLookBack)
  const selection = useSelection(results, of)
  const age = useAnswerAge(eventsPageQuery(filter).queryKey)
  useLastSearch(search, !results.isEmpty && age === undefined)

  // What was chosen holds at once, and the next choice goes on from it: the address follows a moment later.
  const [ahead, setAhead] = useState({ of: search, wanted: search })
  const wanted = ahead.of === search ? ahead.wanted : search
  const change = useCallback(
    (next: Partial<EventSearch>) => {
      scroller?.scrollTo(0, 0)
      const changed = { ...wanted, event: undefined, at: undefined, ...next }
      setAhead({ of: search, wanted: changed })
      void navigate({ search: changed, replace: true })
    },
    [scroller, wanted, search, navigate],
  )
  const openSaved = useCallback((saved: EventSearch) => change({ ...noFilter, ...saved }), [change])
  function open(index?: number) {
    const event = index === undefined ? undefined : results.at(index)
    void navigate({ search: (now) => ({ ...now, event: event?.eventId, at: event?.atMs }), replace: search.event !== undefined })
  }
  const count = filterCount(search)
  const filters = <FilterPanel search={wanted} places={places} trouble={trouble} onChange={change} />
  return (
    <Mantine>
      <Page
        title={<Trans>Search</Trans>}
        filters={
          <div className={classes['head']}>
            {isNarrow && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
                onClick={() => setFiltering(true)}
              >
                {count > 0 ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
              </Button>
            )}
            <ChoiceBar
              label={t`View`}
              choices={[
                { id: 'pictures', name: t`Pictures` },
                { id: 'table', name: t`Table` },
              ]}
              value={search.view ?? 'pictures'}
              onChoose={(view) =>
                void navigate({ search: (now) => ({ ...now, view: view === 'table' ? view : undefined }), replace: true })
              }
            />
            <SavedSearches search={search} onOpen={openSaved} />
            <FoundCount results={results} />
            <AsOf timeMs={age} />
          </div>
        }
        action={trouble === undefined && mayLookBack && <ExportButton filter={filter} zone={places.zoneOfSearch(search)} />}
        foot={selection.chosen.size > 0 && <SelectionBar selection={selection} places={places} />}
      >
        <div className={classes['layout']}>
          {!isNarrow && <aside className={classes['side']}>{filters}</aside>}
          <div ref={setScroller} className={classes['results']}>
            <ResultsView
              search={search}
              scroller={scroller}
              trouble={trouble}
              results={results}
              places={places}
              selection={selection}
              isFiltered={count > 0}
              onOpen={open}
            />
          </div>
        </div>
        {isNarrow && isFiltering && (
          <SidePanel title={<Trans>Filters</Trans>} onClose={() => setFiltering(false)}>
            {filters}
          </SidePanel>
        )}
        <Suspense>
          {search.event !== undefined && search.at !== undefined && (
            <EventPanel
              shown={{ eventId: search.event, atMs: search.at }}
              results={results}
              places={places}
              onShow={(event) => void navigate({ search: (now) => ({ ...now, event: event.eventId, at: event.atMs }), replace: true })}
              onClose={() => open()}
            />
          )}
        </Suspense>
      </Page>
    </Mantine>
  )
}

/** Remembers what was found last, for a time without the service. */
function useLastSearch({ event: _event, at: _at, ...search }: EventSearch, isFound: boolean): void {
  const { isServiceReachable } = useSnapshot(coreState)
  const of = JSON.stringify(search)
  const keep = useEffectEvent(() => keepLastSearch(search))
  useEffect(() => {
    if (isFound && isServiceReachable) keep()
  }, [of, isFound, isServiceReachable])
}
