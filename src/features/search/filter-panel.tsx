import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { serviceNowMs } from '../../data/core/core.ts'
import { Button } from '../../ui/controls/button.tsx'
import { noFilter, type EventSearch } from './event-search.ts'
import { KindFilter } from './kind-filter.tsx'
import { PlaceFilter } from '../../ui/filters/place-filter.tsx'
import { TimeFilter } from '../../ui/filters/time-filter.tsx'
import type { Places } from './use-places.ts'
import classes from '../../ui/filters/filters.module.css'

/** How many filters beside the time hold. */
export function filterCount({ sites, cameras, kinds, plate, similarity, with: wanted = {} }: EventSearch): number {
  return [sites ?? cameras, kinds, plate, similarity].filter((one) => one !== undefined).length + Object.keys(wanted).length
}

interface FilterPanelProps {
  search: EventSearch
  places: Places
  trouble: ReactNode
  onChange: (change: Partial<EventSearch>) => void
}

/** When, where, and what. What is chosen holds at once. Not drawn anew with each page of what is found. */
export const FilterPanel = memo(function FilterPanel({ search, places, trouble, onChange }: FilterPanelProps) {
  const { t } = useLingui()
  return (
    // In a panel the focus begins here: a field would open its calendar over the others.
    <div className={classes['filters']} role="search" aria-label={t`Filters`} tabIndex={-1} data-autofocus>
      <TimeFilter search={search} zone={places.zoneOfSearch(search)} nowMs={serviceNowMs} trouble={trouble} onChange={onChange} />
      <PlaceFilter sites={places.sites} search={search} onChange={onChange} />
      <KindFilter search={search} onChange={onChange} />
      {filterCount(search) > 0 && (
        <Button variant="default" onClick={() => onChange(noFilter)}>
          <Trans>Clear all filters</Trans>
        </Button>
      )}
    </div>
  )
})
