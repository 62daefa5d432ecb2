import { useLingui } from '@lingui/react/macro'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import type { Column } from '../../ui/controls/table/column.ts'
import { PlateLink } from '../../ui/page/plate-link.tsx'
import { brandText, colourText, typeText } from './plate-words.ts'

/** The columns of a list of plates. `hasGroup`: those of several groups. */
export function usePlateColumns(hasGroup = false): Column<Plate>[] {
  const { t } = useLingui()
  const column = (
    id: string,
    name: string,
    text: (plate: Plate) => string,
    look: Pick<Column<Plate>, 'narrow' | 'widthPx' | 'kind'> = {},
  ): Column<Plate> => ({ id, name, widthPx: 144, narrow: 'none', ...look, title: text, sortBy: text, cell: (plate) => text(plate) || '–' })
  return [
    {
      id: 'plate',
      name: t`Plate`,
      kind: 'main',
      widthPx: 152,
      title: ({ plate }) => plate,
      sortBy: ({ plate }) => plate,
      cell: ({ plate }) => <PlateLink plate={plate} />,
    },
    ...(hasGroup ? [column('group', t`Group`, ({ groupName }) => groupName, { narrow: 'first', widthPx: 160 })] : []),
    column('owner', t`Owner`, ({ owner }) => owner, { narrow: 'second', widthPx: 168 }),
    column('phone', t`Phone`, ({ phone }) => phone, { kind: 'figures', widthPx: 152 }),
    column('type', t`Vehicle type`, ({ vehicleType }) => typeText(vehicleType)),
    column('brand', t`Brand`, ({ brand }) => brandText(brand), { narrow: 'second' }),
    column('model', t`Model`, ({ model }) => model),
    column('colour', t`Color`, ({ colour }) => colourText(colour), { widthPx: 112 }),
  ]
}
