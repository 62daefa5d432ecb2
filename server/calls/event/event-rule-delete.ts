import { eventRuleDelete as call } from '#contract/calls/event/event-rule-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { ruleAccess } from './rule-access.ts'

export const eventRuleDelete = handler(call, async ({ ruleId }, context, caller) => {
  const rule = await context.rules.find(caller.organizationId, ruleId)
  if (rule === undefined || !(await ruleAccess(context, caller, [rule])).mayChange(rule)) throw new CallFault('alarm-rule-missing')
  await context.rules.delete(caller.organizationId, ruleId)
  return null
})
