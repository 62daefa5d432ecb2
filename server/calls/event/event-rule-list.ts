import { eventRuleList as call } from '#contract/calls/event/event-rule-list.ts'
import { handler } from '../handler.ts'
import { ruleAccess } from './rule-access.ts'

export const eventRuleList = handler(call, async ({ kind }, context, caller) => {
  const rules = await context.rules.list(caller.organizationId)
  // An administrator may change all of them, whatever they name.
  const { mayChange } = await ruleAccess(context, caller, caller.role === 'administrator' ? [] : rules)
  return { rules: rules.filter((rule) => (kind === undefined || rule.trigger.kind === kind) && mayChange(rule)) }
})
