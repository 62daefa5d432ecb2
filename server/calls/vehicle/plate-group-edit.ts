import { plateGroupEdit as call } from '#contract/calls/vehicle/plate-group-edit.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { toPlateGroup } from './to-plate.ts'

export const plateGroupEdit = handler(call, async ({ groupId, groupName }, { plates, rules }, { organizationId }) => {
  await plates.renameGroup(organizationId, groupId, groupName)
  const group = await plates.findGroup(organizationId, groupId)
  if (group === undefined) throw new CallFault('plate-group-missing')
  return toPlateGroup(group, await rules.list(organizationId))
})
