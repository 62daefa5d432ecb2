import { queryOptions } from '@tanstack/react-query'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { eventRuleTry } from '#contract/calls/event/event-rule-try.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** All alarm rules that the signed-in person may change, by name. Their page says what is wrong with them, and nobody else. */
export const alarmRulesQuery = queryOptions({ queryKey: ['alarm-rules'], queryFn: ask(eventRuleList, {}), meta: { isQuiet: true } })

/**
 * Saves a rule: a new one without `ruleId`. Its error is for the place that asked: it is not announced. Throws `CallError`: alarm-rule-name-taken,
 * too-many-alarm-rules, alarm-rule-missing, and what its places and groups are refused for.
 */
export async function saveRule(rule: InputOf<typeof eventRuleAddOrEdit>): Promise<AlarmRule> {
  const saved = await callCore(eventRuleAddOrEdit, rule, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['alarm-rules'] })
  return saved
}

/** Throws `CallError`: alarm-rule-missing. */
export async function deleteRule(ruleId: string): Promise<void> {
  await callCore(eventRuleDelete, { ruleId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['alarm-rules'] })
}

/** What a rule would have raised in the last 24 hours. Nothing is kept. Throws `CallError`, as `saveRule` does. */
export function tryRule(rule: InputOf<typeof eventRuleTry>): Promise<OutputOf<typeof eventRuleTry>> {
  return callCore(eventRuleTry, rule, { quiet: true })
}
