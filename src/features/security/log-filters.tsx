import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { logModulesQuery } from '../../data/organization/op-logs.ts'
import { DayInput } from '../../ui/controls/day-input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { moduleName, operationName } from './log-names.ts'
import type { LogSearch } from './log-search.ts'
import { PersonChoice } from './person-choice.tsx'
import classes from './logs.module.css'

interface LogFiltersProps {
  search: LogSearch
  range: { from: string; until: string }
  trouble?: ReactNode
  onChange: (change: Partial<LogSearch>) => void
}

/** Days, person, module and operation. */
export function LogFilters({ search, range, trouble, onChange }: LogFiltersProps) {
  const { t } = useLingui()
  const { data: catalogue } = useQuery(logModulesQuery)
  const modules = catalogue?.modules ?? []
  const functions = modules.filter(({ module }) => search.module === undefined || module === search.module).flatMap((one) => one.functions)
  const byName = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)
  return (
    <div className={classes['filters']} role="search" aria-label={t`Filters`}>
      <DayInput label={t`From`} value={range.from} error={trouble} onChange={(from) => onChange({ from, until: range.until })} />
      <DayInput label={t`Until`} value={range.until} onChange={(until) => onChange({ from: range.from, until })} />
      <PersonChoice isLabelShown nobody={t`Everybody`} userId={search.person} onChoose={(person) => onChange({ person: person?.userId })} />
      <Select
        label={t`Module`}
        value={search.module ?? ''}
        data={[
          { value: '', label: t`All modules` },
          ...modules.map(({ module }) => ({ value: module, label: moduleName(module) })).toSorted(byName),
        ]}
        onChange={(event) => onChange({ module: event.currentTarget.value || undefined, operation: undefined })}
      />
      <Select
        label={t`Operation`}
        value={search.operation ?? ''}
        data={[
          { value: '', label: t`All operations` },
          ...functions.map((name) => ({ value: name, label: operationName(name) })).toSorted(byName),
        ]}
        onChange={(event) => onChange({ operation: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
