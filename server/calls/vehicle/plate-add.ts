import { plateAdd as call } from '#contract/calls/vehicle/plate-add.ts'
import { handler } from '../handler.ts'
import { toPlate } from './to-plate.ts'

export const plateAdd = handler(call, async (plate, { plates, licences }, { organizationId }) => {
  await licences.requireAny(organizationId)
  const [plateId = ''] = await plates.add(organizationId, [plate])
  return toPlate(await plates.query(organizationId).where('plate.id', '=', plateId).executeTakeFirstOrThrow())
})
