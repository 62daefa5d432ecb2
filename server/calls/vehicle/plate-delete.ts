import { plateDelete as call } from '#contract/calls/vehicle/plate-delete.ts'
import { handler } from '../handler.ts'

export const plateDelete = handler(call, async ({ plateIds }, { plates }, { organizationId }) => {
  await plates.delete(organizationId, plateIds)
  return null
})
