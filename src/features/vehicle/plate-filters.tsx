import { useLingui } from '@lingui/react/macro'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { Select } from '../../ui/controls/select.tsx'
import { valuesIn } from './filter-plates.ts'
import { brandText, colourText, typeText } from './plate-words.ts'
import type { PlateSearch } from './vehicle-search.ts'

type Change = Pick<PlateSearch, 'brand' | 'colour' | 'type'>

/** Shows plates of one brand, colour or type only: of those that the group has. */
export function PlateFilters({
  plates,
  search,
  onChange,
}: {
  plates: readonly Plate[]
  search: PlateSearch
  onChange: (change: Change) => void
}) {
  const { t } = useLingui()
  const filters = [
    { name: 'type', field: 'vehicleType', label: t`Vehicle type`, all: t`All types`, textOf: typeText },
    { name: 'brand', field: 'brand', label: t`Brand`, all: t`All brands`, textOf: brandText },
    { name: 'colour', field: 'colour', label: t`Color`, all: t`All colors`, textOf: colourText },
  ] as const
  return filters.map(({ name, field, label, all, textOf }) => {
    const chosen = search[name]
    const values = valuesIn(plates, field, textOf)
    if (values.length === 0 && chosen === undefined) return null
    const offered = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values]
    return (
      <Select
        key={name}
        size="xs"
        aria-label={label}
        value={chosen ?? ''}
        data={[{ value: '', label: all }, ...offered.map((value) => ({ value, label: textOf(value) }))]}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
      />
    )
  })
}
