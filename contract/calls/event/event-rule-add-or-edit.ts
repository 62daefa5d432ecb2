import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { alarmRule, alarmRuleFields } from './alarm-rule.ts'

/** How many alarm rules an organization may have. */
export const MOST_RULES = 200

/**
 * Saves an alarm rule: a new one without `ruleId`, else the one it names. Needs the right to configure every channel of its scope; rules
 * about vehicles are for administrators. Fails with alarm-rule-missing, alarm-rule-name-taken, too-many-alarm-rules, channel-missing or
 * site-missing (no such channel or site), plate-group-missing, no-permission; a new one, and one that is on, with licence-needed or
 * licence-ended when no licence is in force and there are no free channels.
 */
export const eventRuleAddOrEdit = defineCall({
  path: '/vms/event/rule/add-or-edit',
  input: z.object({ ruleId: z.optional(identifier), ...alarmRuleFields }),
  output: alarmRule,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
