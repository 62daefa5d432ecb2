import { plateGroupsOf } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleAddOrEdit as call } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { requireNoNewRecipients } from '../../people/team.ts'
import { ruleAccess } from './rule-access.ts'

export const eventRuleAddOrEdit = handler(call, async ({ ruleId, ...rule }, context, caller) => {
  const { organizationId } = caller
  const before = ruleId === undefined ? undefined : await context.rules.find(organizationId, ruleId)
  const access = await ruleAccess(context, caller, before === undefined ? [rule] : [rule, before])
  if (ruleId !== undefined && (before === undefined || !access.mayChange(before))) throw new CallFault('alarm-rule-missing')
  access.require(rule)
  requireNoNewRecipients(caller, rule.emails, before?.emails)
  // What is switched off, or stays so, may be changed without one.
  if (before === undefined || rule.isEnabled) await context.licences.requireAny(organizationId)
  for (const groupId of plateGroupsOf(rule.trigger)) {
    if ((await context.plates.findGroup(organizationId, groupId)) === undefined)
      throw new CallFault('plate-group-missing', { field: 'trigger' })
  }
  const saved = await context.rules.save(organizationId, ruleId, rule)
  await context.recipients.ask(organizationId, rule.emails, caller.userId)
  return saved
})
