import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { alarmRule } from './alarm-rule.ts'
import { ruleKinds } from './rule-kinds.ts'

/** The alarm rules that the person may change, by name: all for an administrator, else those of channels that the person configures. */
export const eventRuleList = defineCall({
  path: '/vms/event/rule/list',
  input: z.object({ kind: z.optional(z.enum(ruleKinds)) }),
  output: z.object({ rules: z.array(alarmRule) }),
  access: holdersOf('configure'),
  offline: 'cache',
})
