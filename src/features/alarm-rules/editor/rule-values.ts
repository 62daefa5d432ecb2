import type { AlarmRule, RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { lengths } from '#contract/limits.ts'
import { always, type WeeklySchedule } from '#contract/weekly-schedule.ts'
import { newTrigger, toTrigger, triggerDraft, type TriggerDraft } from '../trigger-draft.ts'

/** A rule as its form has it: all of it texts, so that what was begun outlives the page. */
export interface RuleValues {
  name: string
  isEnabled: string
  trigger: string
  scope: string
  schedule: string
  alertIntervalS: string
  emails: string
  announce: string
  isUrgent: string
}

const YES = 'yes'
export const flagText = (isOn: boolean) => (isOn ? YES : 'no')
export const isFlag = (text: string) => text === YES

/** A new rule, or one as it is: that is changed, or that a new one begins as. */
export function ruleValues(rule: AlarmRule | undefined, { isVehicle, name }: { isVehicle: boolean; name: string }): RuleValues {
  return {
    name,
    isEnabled: flagText(rule?.isEnabled ?? true),
    trigger: JSON.stringify(rule === undefined ? newTrigger(isVehicle) : triggerDraft(rule.trigger)),
    scope: JSON.stringify(rule?.scope ?? { siteIds: [], channels: [] }),
    schedule: JSON.stringify(rule?.schedule ?? always),
    alertIntervalS: String(rule?.alertIntervalS ?? 60),
    emails: JSON.stringify(rule?.emails ?? []),
    announce: rule?.announce ?? 'none',
    isUrgent: flagText(rule?.isUrgent ?? false),
  }
}

/** What the texts say. */
export function readValues(values: RuleValues) {
  return {
    trigger: JSON.parse(values.trigger) as TriggerDraft,
    scope: JSON.parse(values.scope) as RuleScope,
    schedule: JSON.parse(values.schedule) as WeeklySchedule,
    emails: JSON.parse(values.emails) as string[],
  }
}

/** The form as the call takes it; its schema refuses what is missing. */
export function toInput(values: RuleValues, ruleId: string | undefined) {
  const { trigger, scope, schedule, emails } = readValues(values)
  return {
    ...(ruleId !== undefined && { ruleId }),
    name: values.name,
    isEnabled: isFlag(values.isEnabled),
    trigger: toTrigger(trigger),
    scope,
    schedule,
    alertIntervalS: Number(values.alertIntervalS),
    emails,
    announce: values.announce,
    isUrgent: isFlag(values.isUrgent),
  }
}

/** A name for a rule that begins as another one: the same with the next number that is free. */
export function copyName(name: string, taken: readonly string[]): string {
  const bare = name.replace(/ \(\d+\)$/, '')
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`
    const next = bare.slice(0, lengths.name - end.length) + end
    if (!taken.includes(next)) return next
  }
}
