import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Deletes an alarm rule; the alarms that it raised stay. Fails with alarm-rule-missing when there is no such rule, or it is not the
 * person's to change.
 */
export const eventRuleDelete = defineCall({
  path: '/vms/event/rule/delete',
  input: z.object({ ruleId: identifier }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'alarm-rules',
})
