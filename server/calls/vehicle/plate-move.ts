import { plateMove as call } from '#contract/calls/vehicle/plate-move.ts'
import { handler } from '../handler.ts'

export const plateMove = handler(call, async ({ plateIds, groupId }, { plates }, { organizationId }) => {
  await plates.move(organizationId, plateIds, groupId)
  return null
})
