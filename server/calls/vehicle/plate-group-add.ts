import { plateGroupAdd as call } from '#contract/calls/vehicle/plate-group-add.ts'
import { PLATE_GROUP_CAPACITY } from '#contract/calls/vehicle/plate.ts'
import { handler } from '../handler.ts'

export const plateGroupAdd = handler(call, async ({ groupName }, { plates, licences }, { organizationId }) => {
  await licences.requireAny(organizationId)
  const groupId = await plates.addGroup(organizationId, groupName)
  return { groupId, groupName, plateTotal: 0, capacity: PLATE_GROUP_CAPACITY, usedBy: [] }
})
