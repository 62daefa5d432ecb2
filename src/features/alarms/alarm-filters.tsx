import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { alarmStates, type AlarmState } from '#contract/calls/event/alarm-handling.ts'
import { alarmKinds, type Alarm, type AlarmKind } from '#contract/calls/event/alarm.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { serviceNowMs } from '../../data/core/core.ts'
import { alarmRulesQuery } from '../../data/organization/alarm-rules.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { Chips } from '../../ui/event/chips.tsx'
import filters from '../../ui/filters/filters.module.css'
import { sitesSearched } from '../../ui/filters/place-choice.ts'
import { PlaceFilter } from '../../ui/filters/place-filter.tsx'
import { TimeFilter } from '../../ui/filters/time-filter.tsx'
import { lastingMs } from '../../ui/filters/time-presets.ts'
import { alarmKindNames, alarmStateNames } from '../../ui/text/alarm-names.ts'
import { alarmFilterCount, noAlarmFilter, type AlarmsSearch } from './alarms-search.ts'

interface AlarmFiltersProps {
  search: AlarmsSearch
  /** Those that are loaded: whoever sets no rules is offered theirs. */
  alarms: readonly Alarm[]
  /** What is wrong with the time. */
  trouble: ReactNode
  onChange: (change: Partial<AlarmsSearch>) => void
  onClose: () => void
}

const some = <T,>(list: T[]) => (list.length === 0 ? undefined : list)

/** What of the alarms is listed. What is chosen holds at once, and stands in the address. */
export function AlarmFilters({ search, alarms, trouble, onChange, onClose }: AlarmFiltersProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(channelsQuery)
  const sites = useMemo(() => {
    const bySite = Map.groupBy(data?.channels ?? [], ({ siteId }) => siteId)
    return [...bySite].map(([siteId, cameras]) => ({ siteId, siteName: cameras[0]?.siteName ?? '', cameras }))
  }, [data])
  const zone = useSiteZones().ofAll(sitesSearched(search, sites))
  const isSetter = useHoldsRight('configure')
  const { data: set } = useQuery({ ...alarmRulesQuery, enabled: isSetter })
  const rules = useMemo(() => {
    const named = alarms.flatMap(({ ruleId, ruleName }) => (ruleId === null ? [] : [[ruleId, ruleName ?? ruleId] as const]))
    return new Map([...(set?.rules.map(({ ruleId, name }) => [ruleId, name] as const) ?? []), ...named])
  }, [alarms, set])
  const ruleIds = [...new Set([...(search.rules ?? []), ...rules.keys()])]
  return (
    <SidePanel title={<Trans>Filters</Trans>} onClose={onClose}>
      <div className={filters['filters']} role="search" aria-label={t`Filters`} tabIndex={-1} data-autofocus>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Handling</Trans>
          </legend>
          <Chips
            label={t`Handling`}
            values={alarmStates}
            chosen={search.states ?? []}
            nameOf={(state) => i18n._(alarmStateNames[state as AlarmState])}
            onChange={(states) => onChange({ states: some(states as AlarmState[]) })}
          />
          <Checkbox
            label={t`Assigned to me`}
            checked={search.mine === true}
            onChange={({ currentTarget }) => onChange({ mine: currentTarget.checked || undefined })}
          />
        </fieldset>
        <fieldset className={filters['group']}>
          <legend>
            <Trans>Time</Trans>
          </legend>
          <Checkbox
            label={t`Only of a span of time`}
            checked={search.from !== undefined}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? lastingMs(DAY_MS, serviceNowMs()) : { from: undefined, until: undefined })
            }
          />
        </fieldset>
        {search.from !== undefined && <TimeFilter search={search} zone={zone} nowMs={serviceNowMs} trouble={trouble} onChange={onChange} />}
        <fieldset className={filters['group']}>
          <legend>
            <Trans>What happened</Trans>
          </legend>
          <Chips
            label={t`Kinds of alarms`}
            values={alarmKinds}
            chosen={search.kinds ?? []}
            nameOf={(kind) => i18n._(alarmKindNames[kind as AlarmKind])}
            onChange={(kinds) => onChange({ kinds: some(kinds as AlarmKind[]) })}
          />
        </fieldset>
        {ruleIds.length > 0 && (
          <fieldset className={filters['group']}>
            <legend>
              <Trans>Rule</Trans>
            </legend>
            <Chips
              label={t`Rule`}
              values={ruleIds}
              chosen={search.rules ?? []}
              nameOf={(ruleId) => rules.get(ruleId) ?? ruleId}
              onChange={(chosen) => onChange({ rules: some(chosen) })}
            />
          </fieldset>
        )}
        <PlaceFilter sites={sites} search={search} onChange={onChange} />
        {alarmFilterCount(search) > 0 && (
          <Button variant="default" onClick={() => onChange(noAlarmFilter)}>
            <Trans>Clear all filters</Trans>
          </Button>
        )}
      </div>
    </SidePanel>
  )
}
