import * as z from 'zod/mini'
import { attributeFilter, eventKind } from '../../event-attributes.ts'
import { email, identifier, name } from '../../rules.ts'
import { weeklySchedule } from '../../weekly-schedule.ts'
import { announceWays, healthKinds, outageKinds } from './alarm.ts'
import { channelRef } from './event-filter.ts'

/** Seconds in which a rule raises no second alarm on the same channel (rule 9.7). */
export const alertIntervalsS = [10, 15, 30, 60, 300] as const
export const alertInterval = z.literal(alertIntervalsS)
export const recipients = z.array(email).check(z.maxLength(20))
export const outageKindList = z.array(z.enum(outageKinds)).check(z.minLength(1), z.maxLength(outageKinds.length))
const healthKindList = z.array(z.enum(healthKinds)).check(z.minLength(1), z.maxLength(healthKinds.length))

/**
 * What one event must be. `plateGroups`: its plate is in one of these groups (`isListed`), or in none of them; an event without a
 * plate never meets that.
 */
const eventCondition = z.object({
  eventKind,
  attributes: z.optional(attributeFilter),
  plateGroups: z.optional(z.object({ groupIds: z.array(identifier).check(z.minLength(1), z.maxLength(20)), isListed: z.boolean() })),
})
export type EventCondition = z.output<typeof eventCondition>

/** What raises an alarm. `combination`: events of all its conditions, on channels of one site, within `withinS` seconds. */
const ruleTrigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('general'), eventKinds: z.array(eventKind).check(z.minLength(1), z.maxLength(16)) }),
  z.object({ kind: z.literal('device-health'), healthKinds: healthKindList }),
  z.object({ kind: z.literal('ai'), condition: eventCondition }),
  z.object({
    kind: z.literal('combination'),
    conditions: z.array(eventCondition).check(z.minLength(2), z.maxLength(4)),
    withinS: z.int().check(z.minimum(5), z.maximum(300)),
  }),
])
export type RuleTrigger = z.output<typeof ruleTrigger>

/** Where a rule holds: all cameras of these sites, those to come included, and these channels. */
export const ruleScope = z
  .object({ siteIds: z.array(identifier).check(z.maxLength(100)), channels: z.array(channelRef).check(z.maxLength(256)) })
  .check(z.refine(({ siteIds, channels }) => siteIds.length + channels.length > 0, { error: 'nowhere', path: ['siteIds'] }))
export type RuleScope = z.output<typeof ruleScope>

/**
 * `announce`: how its alarms make themselves heard. `isUrgent`: they do also in the quiet hours of a person who lets urgent ones through. What names
 * neither says nothing, as rules did before there was a choice.
 */
export const alarmRuleFields = {
  name: name(64),
  isEnabled: z.boolean(),
  scope: ruleScope,
  trigger: ruleTrigger,
  schedule: weeklySchedule,
  alertIntervalS: alertInterval,
  emails: recipients,
  announce: z.optional(z.enum(announceWays)),
  isUrgent: z.optional(z.boolean()),
}

/** An alarm rule (rule 3.6). */
export const alarmRule = z.object({ ruleId: z.string(), ...alarmRuleFields })
export type AlarmRule = z.output<typeof alarmRule>

/** The conditions on single events that a trigger is made of. */
function conditionsOf(trigger: RuleTrigger): readonly EventCondition[] {
  if (trigger.kind === 'ai') return [trigger.condition]
  return trigger.kind === 'combination' ? trigger.conditions : []
}

/** The plate groups that a trigger asks about. */
export function plateGroupsOf(trigger: RuleTrigger): string[] {
  return conditionsOf(trigger).flatMap((condition) => condition.plateGroups?.groupIds ?? [])
}

/** Whether a rule is about vehicles: those are hidden from all but administrators (rule 6.2). */
export function isVehicleRule(trigger: RuleTrigger): boolean {
  const kinds = trigger.kind === 'general' ? trigger.eventKinds : conditionsOf(trigger).map((condition) => condition.eventKind)
  return kinds.some((kind) => kind === 'vehicle' || kind === 'plate') || plateGroupsOf(trigger).length > 0
}
