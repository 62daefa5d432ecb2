import { plateKnown as call } from '#contract/calls/vehicle/plate-known.ts'
import { comparablePlate } from '#contract/plates.ts'
import { handler } from '../handler.ts'
import { toPlate } from './to-plate.ts'

export const plateKnown = handler(call, async ({ plates: numbers }, { plates }, { organizationId }) => {
  const keys = [...new Set(numbers.map(comparablePlate))]
  const rows = await plates.query(organizationId).where('plate.plate_key', 'in', keys).execute()
  return { plates: rows.map(toPlate) }
})
