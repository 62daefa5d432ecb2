import { plateGroupsOf } from '#contract/calls/event/alarm-rule.ts'
import { plateGroupDelete as call } from '#contract/calls/vehicle/plate-group-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const plateGroupDelete = handler(call, async ({ groupId }, { plates, rules }, { organizationId }) => {
  const ofOrganization = await rules.list(organizationId)
  if (ofOrganization.some((rule) => plateGroupsOf(rule.trigger).includes(groupId))) throw new CallFault('plate-group-in-use')
  await plates.deleteGroup(organizationId, groupId)
  return null
})
