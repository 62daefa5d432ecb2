import type { AlarmRule, EventCondition, RuleScope, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import type { EventAttributes, EventKind } from '#contract/event-attributes.ts'
import { channelKey } from '#shared/channel-key.ts'
import { isWithinSchedule } from './schedule.ts'
import { meetsFilter } from './traits.ts'

/** An event as rules look at it. `plateGroupId`: the group of the plate database that its plate is in. */
export interface Seen {
  kind: EventKind
  attributes: EventAttributes
  plate: string | null
  plateGroupId: string | undefined
}

/** A place: a channel of a device, or the whole device. */
export interface Place {
  siteId: string
  sn: string
  chlIndex: number | null
}

/** Whether a rule holds at a place. What concerns a whole device concerns each channel of it. */
export function covers({ siteIds, channels }: RuleScope, { siteId, sn, chlIndex }: Place): boolean {
  if (siteIds.includes(siteId)) return true
  return channels.some((channel) => channel.sn === sn && (chlIndex === null || channel.chlIndex === chlIndex))
}

/** Whether a rule holds at a place at a moment, by the clocks there. Throws `InvalidTimeZone`. */
export function holdsAt({ scope, schedule }: Pick<AlarmRule, 'scope' | 'schedule'>, place: Place, atMs: number, timeZone: string): boolean {
  return covers(scope, place) && isWithinSchedule(schedule, atMs, timeZone)
}

/** A rule raises no alarm at this moment where it has raised one after this moment. */
export function quietSince(atMs: number, { alertIntervalS }: Pick<AlarmRule, 'alertIntervalS'>): number {
  return atMs - alertIntervalS * 1000
}

/** As `covers`, for many channels of one site: the scope is read once. */
export function coverageOn(siteId: string, { siteIds, channels }: RuleScope): (channel: { sn: string; chl_index: number }) => boolean {
  if (siteIds.includes(siteId)) return () => true
  const named = new Set(channels.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
  return ({ sn, chl_index }) => named.has(channelKey(sn, chl_index))
}

/** Whether one event is what a condition asks for. */
export function meets({ eventKind, attributes, plateGroups }: EventCondition, event: Seen): boolean {
  if (event.kind !== eventKind || !meetsFilter(event.attributes, attributes)) return false
  if (plateGroups === undefined) return true
  if (event.plate === null) return false
  const isIn = event.plateGroupId !== undefined && plateGroups.groupIds.includes(event.plateGroupId)
  return isIn === plateGroups.isListed
}

/**
 * The events by which a trigger goes off, or `undefined` when it does not: `event` has just happened, `earlier` ones lie within the time
 * of a combination. Each condition of a combination needs an event of its own, and `event` must meet one of them: a combination goes off
 * with the event that completes it.
 */
export function decidedBy<S extends Seen>(trigger: RuleTrigger, event: S, earlier: readonly S[] = []): S[] | undefined {
  switch (trigger.kind) {
    case 'general':
      return trigger.eventKinds.includes(event.kind) ? [event] : undefined
    case 'ai':
      return meets(trigger.condition, event) ? [event] : undefined
    case 'combination':
      for (const [index, condition] of trigger.conditions.entries()) {
        if (!meets(condition, event)) continue
        const rest = eventsFor(trigger.conditions.toSpliced(index, 1), earlier)
        if (rest !== undefined) return [event, ...rest]
      }
      return undefined
    case 'device-health':
      return undefined
  }
}

/**
 * An event for each condition, no event twice. Of the events that meet a condition, the first as many as there are conditions are enough:
 * the other conditions take one each. So the events are looked at once, however many there are, and what is tried is a handful.
 */
function eventsFor<S extends Seen>(conditions: readonly EventCondition[], events: readonly S[]): S[] | undefined {
  const candidates = conditions.map((condition) => firstOf(events, conditions.length, (event) => meets(condition, event)))
  return choose(candidates, [])
}

function firstOf<S>(events: readonly S[], most: number, isFitting: (event: S) => boolean): S[] {
  const found: S[] = []
  for (const event of events) {
    if (found.length === most) break
    if (isFitting(event)) found.push(event)
  }
  return found
}

/** One of each list, none twice, and none of those that are taken. */
function choose<S>([candidates, ...rest]: readonly (readonly S[])[], taken: readonly S[]): S[] | undefined {
  if (candidates === undefined) return []
  for (const candidate of candidates) {
    if (taken.includes(candidate)) continue
    const others = choose(rest, [...taken, candidate])
    if (others !== undefined) return [candidate, ...others]
  }
  return undefined
}

/** The kind of the alarm that a trigger raises. */
export function alarmKindOf(trigger: RuleTrigger, event: Seen): AlarmKind {
  return trigger.kind === 'combination' ? 'combination' : event.kind
}
