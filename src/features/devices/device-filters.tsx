import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deviceStatuses, deviceTypes, type DeviceStatus, type DeviceType } from '#contract/enums.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { Chips } from '../../ui/event/chips.tsx'
import filters from '../../ui/filters/filters.module.css'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceTypeNames } from './device-type-names.ts'
import { deviceFilterCount, noDeviceFilter, type DevicesSearch } from './devices-search.ts'

interface DeviceFiltersProps {
  search: DevicesSearch
  /** Those that there are. */
  models: readonly string[]
  versions: readonly string[]
  onChange: (change: Partial<DevicesSearch>) => void
  onClose: () => void
}

const some = <T,>(list: T[]) => (list.length === 0 ? undefined : list)

/** Which devices are listed, and what is said of them. What is chosen holds at once, and stands in the address. */
export function DeviceFilters({ search, models, versions, onChange, onClose }: DeviceFiltersProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(sitesQuery)
  const columns = useDeviceColumns().filter(({ kind }) => kind !== 'main')
  const statusNames: Record<DeviceStatus, string> = {
    [deviceStatuses.unknown]: t`Unknown`,
    [deviceStatuses.online]: t`Online`,
    [deviceStatuses.offline]: t`Offline`,
  }
  const choices = (known: readonly string[], chosen: string | undefined) => [
    { value: '', label: t`Any` },
    ...new Set([...(chosen === undefined ? [] : [chosen]), ...known]),
  ]
  const siteName = new Map(data?.sites.map((site) => [site.siteId, site.siteName]))
  return (
    <SidePanel title={<Trans>Filters</Trans>} onClose={onClose}>
      <div className={filters['filters']} role="search" aria-label={t`Filters`} tabIndex={-1} data-autofocus>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Status</Trans>
          </legend>
          <Chips
            label={t`Status`}
            values={Object.values(deviceStatuses).map(String)}
            chosen={(search.statuses ?? []).map(String)}
            nameOf={(status) => statusNames[Number(status) as DeviceStatus]}
            onChange={(statuses) => onChange({ statuses: some(statuses.map((one) => Number(one) as DeviceStatus)) })}
          />
        </fieldset>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Type</Trans>
          </legend>
          <Chips
            label={t`Type`}
            values={Object.values(deviceTypes).map(String)}
            chosen={(search.types ?? []).map(String)}
            nameOf={(type) => i18n._(deviceTypeNames[Number(type) as DeviceType])}
            onChange={(types) => onChange({ types: some(types.map((one) => Number(one) as DeviceType)) })}
          />
        </fieldset>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Site</Trans>
          </legend>
          <Chips
            label={t`Site`}
            values={[...siteName.keys()]}
            chosen={search.sites ?? []}
            nameOf={(siteId) => siteName.get(siteId) ?? ''}
            onChange={(sites) => onChange({ sites: some(sites) })}
          />
        </fieldset>
        <Select
          label={t`Model`}
          data={choices(models, search.model)}
          value={search.model ?? ''}
          onChange={({ currentTarget }) => onChange({ model: currentTarget.value || undefined })}
        />
        <Select
          label={t`Version`}
          data={choices(versions, search.version)}
          value={search.version ?? ''}
          onChange={({ currentTarget }) => onChange({ version: currentTarget.value || undefined })}
        />
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Licence</Trans>
          </legend>
          <Checkbox
            label={t`Only with closed cameras`}
            checked={search.closed === true}
            onChange={({ currentTarget }) => onChange({ closed: currentTarget.checked || undefined })}
          />
        </fieldset>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Columns</Trans>
          </legend>
          <Chips
            label={t`Columns`}
            values={columns.map(({ id }) => id)}
            chosen={columns.map(({ id }) => id).filter((id) => !search.hide?.includes(id))}
            nameOf={(column) => columns.find(({ id }) => id === column)?.name ?? ''}
            onChange={(shown) => onChange({ hide: some(columns.map(({ id }) => id).filter((id) => !shown.includes(id))) })}
          />
        </fieldset>
        {deviceFilterCount(search) > 0 && (
          <Button variant="default" onClick={() => onChange(noDeviceFilter)}>
            <Trans>Clear all filters</Trans>
          </Button>
        )}
      </div>
    </SidePanel>
  )
}
