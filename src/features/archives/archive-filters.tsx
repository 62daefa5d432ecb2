import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { archivesConditions } from '#contract/calls/archive/archives-conditions.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { serviceNowMs } from '../../data/core/core.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import filters from '../../ui/filters/filters.module.css'
import { sitesSearched } from '../../ui/filters/place-choice.ts'
import { PlaceFilter } from '../../ui/filters/place-filter.tsx'
import { TimeFilter } from '../../ui/filters/time-filter.tsx'
import { lastingMs } from '../../ui/filters/time-presets.ts'
import type { ArchivesSearch } from './archives-search.ts'

interface ArchiveFiltersProps {
  search: ArchivesSearch
  conditions: OutputOf<typeof archivesConditions> | undefined
  /** What is wrong with the time. */
  trouble: ReactNode
  onChange: (change: Partial<ArchivesSearch>) => void
  onClose: () => void
}

/** When and where what is listed was recorded. What is chosen holds at once, and stands in the address. */
export function ArchiveFilters({ search, conditions, trouble, onChange, onClose }: ArchiveFiltersProps) {
  const { t } = useLingui()
  const zones = useSiteZones()
  const isTimed = search.from !== undefined
  const sites =
    conditions?.sites.map(({ siteId, siteName }) => ({
      siteId,
      siteName,
      cameras: conditions.cameras
        .filter((camera) => camera.siteId === siteId)
        .map(({ sn, chlIndex, cameraName }) => ({ sn, chlIndex, channelName: cameraName })),
    })) ?? []
  return (
    <SidePanel title={<Trans>Filters</Trans>} onClose={onClose}>
      <div className={filters['filters']} role="search" aria-label={t`Filters`} tabIndex={-1} data-autofocus>
        <Checkbox
          label={t`Recorded within a time`}
          checked={isTimed}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? lastingMs(DAY_MS, serviceNowMs()) : { from: undefined, until: undefined })
          }
        />
        {isTimed && (
          <TimeFilter
            search={search}
            zone={zones.ofAll(sitesSearched(search, sites))}
            nowMs={serviceNowMs}
            trouble={trouble}
            onChange={onChange}
          />
        )}
        <PlaceFilter sites={sites} search={search} onChange={onChange} />
        <Button variant="default" onClick={() => onChange({ from: undefined, until: undefined, sites: undefined, cameras: undefined })}>
          <Trans>Clear all filters</Trans>
        </Button>
      </div>
    </SidePanel>
  )
}
