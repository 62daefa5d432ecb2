import { eventRuleList as call } from '#contract/calls/event/event-rule-list.ts'
import { handler } from '../handler.ts'
import { rulesFor } from './rule-access.ts'

export const eventRuleList = handler(call, async ({ kind }, context, caller) => {
  const rules = await rulesFor(context, caller)
  return { rules: kind === undefined ? rules : rules.filter(({ trigger }) => trigger.kind === kind) }
})
