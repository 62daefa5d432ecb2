import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { AlarmRule, EventCondition, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import { announceWays, type AlarmKind, type AnnounceWay } from '#contract/calls/event/alarm.ts'
import { attributeNames } from '#contract/event-attributes.ts'
import { attributeTitles, valueName } from '../../ui/event/event-words.ts'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import { listed, named } from '../../ui/text/joined.ts'
import { triggerDraft, type Target } from './trigger-draft.ts'

export const ruleKindNames: Record<RuleTrigger['kind'], MessageDescriptor> = {
  general: msg`General`,
  'device-health': msg`Device health`,
  ai: msg`AI`,
  combination: msg`Combination`,
}

/** What each kind is for. */
export const ruleKindTexts: Record<RuleTrigger['kind'], MessageDescriptor> = {
  general: msg`Events of some kinds, whatever they show.`,
  'device-health': msg`Devices and cameras that are lost, and viewing stations in trouble.`,
  ai: msg`A person, a vehicle, a face or a plate of a certain look.`,
  combination: msg`Several events at one site within a short time.`,
}

export const announceNames: Record<AnnounceWay, MessageDescriptor> = {
  none: msg`Silently`,
  sound: msg`With a tone`,
  speech: msg`With a tone, spoken`,
}
export { announceWays }

const nonMotor = msg`Non-motor vehicle`

export function targetName(target: Target): string {
  return i18n._(target === 'non-motor' ? nonMotor : eventKindNames[target])
}

/** The kind of an alarm in words. */
export function alarmKindName(kind: AlarmKind): string {
  return i18n._(alarmKindNames[kind])
}

/** What a condition asks for, in one line. `groupName`: what a plate group is called. */
function conditionText(condition: EventCondition, groupName: (groupId: string) => string): string {
  const { target, values } = triggerDraft({ kind: 'ai', condition }).condition
  const wanted = attributeNames.flatMap((name) => {
    const chosen = values[name] ?? []
    if (chosen.length === 0) return []
    return named(i18n._(attributeTitles[name]), listed(chosen.map((value) => valueName(name, value))))
  })
  const { plateGroups } = condition
  const groups = listed(plateGroups?.groupIds.map(groupName) ?? [])
  if (plateGroups !== undefined) wanted.push(plateGroups.isListed ? i18n._(msg`listed in ${groups}`) : i18n._(msg`not listed in ${groups}`))
  return [targetName(target), ...wanted].join(' · ')
}

/** What raises an alarm, in one line. */
export function triggerText(trigger: RuleTrigger, groupName: (groupId: string) => string): string {
  switch (trigger.kind) {
    case 'general':
      return listed(trigger.eventKinds.map((kind) => i18n._(eventKindNames[kind])))
    case 'device-health':
      return listed(trigger.healthKinds.map((kind) => i18n._(alarmKindNames[kind])))
    case 'ai':
      return conditionText(trigger.condition, groupName)
    case 'combination': {
      const parts = trigger.conditions.map((condition) => conditionText(condition, groupName)).join(' + ')
      const { withinS } = trigger
      return i18n._(msg`${parts}, within ${withinS} s`)
    }
  }
}

/** Where a rule holds, in one line: sites by their names, cameras by their names while they are few. */
export function scopeText(
  { siteIds, channels }: AlarmRule['scope'],
  names: { site: (siteId: string) => string; camera: (channel: { sn: string; chlIndex: number }) => string },
): string {
  const count = channels.length
  const cameras = count > 2 ? [i18n._(msg`${plural(count, { one: '# camera', other: '# cameras' })}`)] : channels.map(names.camera)
  return listed([...siteIds.map(names.site), ...cameras])
}

/** How often an alarm may come. */
export function intervalText(seconds: number): string {
  const isMinutes = seconds >= 60
  return i18n.number(isMinutes ? seconds / 60 : seconds, { style: 'unit', unit: isMinutes ? 'minute' : 'second', unitDisplay: 'short' })
}
