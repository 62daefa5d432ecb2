import { MOST_PLATES_ASKED, plateKnown } from '#contract/calls/vehicle/plate-known.ts'
import { plateMerge } from '#contract/calls/vehicle/plate-merge.ts'
import { MOST_PLATES_AT_ONCE, type Plate } from '#contract/calls/vehicle/plate.ts'
import type { InputOf } from '#contract/define-call.ts'
import { comparablePlate } from '#contract/plates.ts'
import { listColumns, type ListRow } from '#contract/sheet-api.ts'
import { brandOf } from '#contract/vehicle-brands.ts'
import { vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'
import type { Compared } from '../../lib/compared.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

type Row = InputOf<typeof plateMerge>['plates'][number]

const blank: Row = { plate: '', vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' }

const asItIs = (text: string) => text
/** What is the same though it be written in another way. */
const comparable: Record<keyof Row, (text: string) => string> = {
  plate: asItIs,
  vehicleType: vehicleTypeOf,
  brand: brandOf,
  model: asItIs,
  owner: asItIs,
  phone: asItIs,
  colour: asItIs,
}

/** Compares rows with the plate database. What a file does not say of a plate stays as it is. Throws `CallError`. */
export async function comparePlates(groupId: string, rows: readonly ListRow[], signal: AbortSignal): Promise<Compared<Row>[]> {
  const compared: Compared<Row>[] = []
  // Piece by piece, so that the page is never busy for long.
  for (let from = 0; from < rows.length; from += MOST_PLATES_ASKED) {
    const some = rows.slice(from, from + MOST_PLATES_ASKED)
    const numbers = some.map(({ values }) => values.plate ?? '')
    const { plates } = await callCore(plateKnown, { plates: numbers }, { quiet: true, signal })
    const known = new Map(plates.map((plate) => [comparablePlate(plate.plate), plate]))
    compared.push(...some.map(({ values }) => compareRow(groupId, values, known.get(comparablePlate(values.plate ?? '')))))
  }
  return compared
}

function compareRow(groupId: string, values: ListRow['values'], before: Plate | undefined): Compared<Row> {
  const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== '')) as Partial<Row>
  if (before === undefined) return { standing: 'add', item: { ...blank, ...given } }
  if (before.groupId !== groupId) return { standing: 'elsewhere', place: before.groupName }
  const { plateId: _plateId, groupId: _groupId, groupName: _groupName, ...fields } = before
  const item = { ...fields, ...given }
  const isSame = listColumns.plates.every((column) => comparable[column](item[column]) === comparable[column](fields[column]))
  return isSame ? { standing: 'same' } : { standing: 'change', item }
}

/** Writes a piece; the answer says what the service passed over. Throws `CallError`. */
export const mergePlates = (groupId: string, plates: Row[]) => callCore(plateMerge, { groupId, plates }, { quiet: true })
export const PLATES_A_PIECE = MOST_PLATES_AT_ONCE

/** Asks again for what an import has touched. */
export const refreshPlates = () => queryClient.invalidateQueries({ queryKey: ['plates'] })
