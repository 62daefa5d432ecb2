import { useLingui } from '@lingui/react/macro'
import { vehicleBrands } from '#contract/vehicle-brands.ts'
import { Select } from '../../ui/controls/select.tsx'
import { brandName } from '../../ui/event/brand-name.ts'
import { Chips } from './chips.tsx'

const offered = vehicleBrands.map((brand) => ({ value: brand as string, label: brandName(brand) }))

/** Brands, of which there are too many to see them all: those that are chosen, and the list of the others. */
export function BrandChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (brands: string[]) => void }) {
  const { t } = useLingui()
  return (
    <>
      <Select
        aria-label={t`Add a brand`}
        value=""
        data={[{ value: '', label: t`Add a brand` }, ...offered.filter(({ value }) => !chosen.includes(value))]}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onChange([...chosen, currentTarget.value])}
      />
      {chosen.length > 0 && <Chips label={t`Brands`} values={chosen} chosen={chosen} nameOf={brandName} onChange={onChange} />}
    </>
  )
}
