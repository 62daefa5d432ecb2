import { plateEdit as call } from '#contract/calls/vehicle/plate-edit.ts'
import { handler } from '../handler.ts'
import { toPlate } from './to-plate.ts'

export const plateEdit = handler(call, async ({ plateId, ...plate }, { plates }, { organizationId }) => {
  await plates.change(organizationId, plateId, plate)
  return toPlate(await plates.query(organizationId).where('plate.id', '=', plateId).executeTakeFirstOrThrow())
})
