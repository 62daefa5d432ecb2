import type { EventCondition, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import { outageKinds, type healthKinds } from '#contract/calls/event/alarm.ts'
import { attributesOfKind, eventKinds, type AttributeName, type EventKind } from '#contract/event-attributes.ts'
import { nonMotorTypes } from '../../ui/event/vehicle-types.ts'

export const NON_MOTOR = 'non-motor'
/** What a condition looks for: a kind of event, or vehicles without an engine, which are vehicles of some types. */
export type Target = EventKind | typeof NON_MOTOR

type HealthKind = (typeof healthKinds)[number]
type RuleKind = RuleTrigger['kind']

/** Values wanted of each attribute, as they are chosen. */
type ChosenValues = Partial<Record<AttributeName, string[]>>

/** A condition as the form has it. `plates`: whether plate groups are asked about, and how. */
export interface ConditionDraft {
  target: Target
  values: ChosenValues
  plates: 'any' | 'listed' | 'unlisted'
  groupIds: string[]
}

/** A trigger as the form has it: what was set for each kind stays while another one is looked at. */
export interface TriggerDraft {
  kind: RuleKind
  eventKinds: EventKind[]
  healthKinds: HealthKind[]
  condition: ConditionDraft
  conditions: ConditionDraft[]
  withinS: number
}

export const aiTargets = ['person', 'vehicle', NON_MOTOR, 'face', 'plate'] as const satisfies readonly Target[]
export const allTargets: readonly Target[] = [...eventKinds.slice(0, 3), NON_MOTOR, ...eventKinds.slice(3)]

/** The kind of event that a target is. */
export function kindOfTarget(target: Target): EventKind {
  return target === NON_MOTOR ? 'vehicle' : target
}

/** Whether a target is about vehicles, which are for administrators. */
export function isVehicleTarget(target: Target): boolean {
  return ['vehicle', 'plate'].includes(kindOfTarget(target))
}

export function emptyCondition(target: Target): ConditionDraft {
  return { target, values: {}, plates: 'any', groupIds: [] }
}

/** A new trigger; of vehicles where those are looked for. */
export function newTrigger(isVehicle: boolean): TriggerDraft {
  return {
    kind: isVehicle ? 'ai' : 'general',
    eventKinds: isVehicle ? ['vehicle'] : ['motion'],
    healthKinds: [...outageKinds],
    condition: emptyCondition(isVehicle ? 'plate' : 'person'),
    conditions: [emptyCondition('person'), emptyCondition(isVehicle ? 'vehicle' : 'line-crossing')],
    withinS: 30,
  }
}

/** A condition with another target: of what was chosen, what the new one can have stays. */
export function withTarget(condition: ConditionDraft, target: Target): ConditionDraft {
  const names = attributesOfKind[kindOfTarget(target)]
  const kept = Object.entries(condition.values).filter(([name]) => names.includes(name as AttributeName) && name !== 'vehicleType')
  return { ...condition, target, values: Object.fromEntries(kept), plates: canAskPlates(target) ? condition.plates : 'any' }
}

function conditionDraft({ eventKind, attributes = {}, plateGroups }: EventCondition): ConditionDraft {
  const values: ChosenValues = Object.fromEntries(
    Object.entries(attributes)
      .map(([name, wanted]) => [name, (wanted ?? []).filter((value) => value !== 0)] as const)
      .filter(([, wanted]) => wanted.length > 0),
  )
  const types = values.vehicleType ?? []
  const isNonMotor = eventKind === 'vehicle' && types.length > 0 && types.every((type) => nonMotorTypes.some((one) => one === type))
  const groups = plateGroups === undefined ? [] : plateGroups.groupIds
  const plates = plateGroups === undefined ? 'any' : plateGroups.isListed ? 'listed' : 'unlisted'
  return { target: isNonMotor ? NON_MOTOR : eventKind, values, plates, groupIds: [...groups] }
}

function toCondition({ target, values, plates, groupIds }: ConditionDraft): EventCondition {
  const isNonMotor = target === NON_MOTOR
  const wanted: ChosenValues = isNonMotor && !values.vehicleType?.length ? { ...values, vehicleType: [...nonMotorTypes] } : values
  const named = Object.entries(wanted).filter(([, chosen]) => chosen.length > 0)
  return {
    eventKind: kindOfTarget(target),
    ...(named.length > 0 && { attributes: Object.fromEntries(named) }),
    ...(plates !== 'any' && { plateGroups: { groupIds, isListed: plates === 'listed' } }),
  }
}

/** Whether events of a target can have a plate. */
export function canAskPlates(target: Target): boolean {
  return target === 'plate' || target === 'vehicle'
}

/** A trigger as it is sent; what is missing in it the call's own schema refuses. */
export function toTrigger(draft: TriggerDraft): RuleTrigger {
  switch (draft.kind) {
    case 'general':
      return { kind: 'general', eventKinds: draft.eventKinds }
    case 'device-health':
      return { kind: 'device-health', healthKinds: draft.healthKinds }
    case 'ai':
      return { kind: 'ai', condition: toCondition(draft.condition) }
    case 'combination':
      return { kind: 'combination', conditions: draft.conditions.map(toCondition), withinS: draft.withinS }
  }
}

/** A trigger as the form shows it. */
export function triggerDraft(trigger: RuleTrigger): TriggerDraft {
  const draft = { ...newTrigger(false), kind: trigger.kind }
  switch (trigger.kind) {
    case 'general':
      return { ...draft, eventKinds: [...trigger.eventKinds] }
    case 'device-health':
      return { ...draft, healthKinds: [...trigger.healthKinds] }
    case 'ai':
      return { ...draft, condition: conditionDraft(trigger.condition) }
    case 'combination':
      return { ...draft, conditions: trigger.conditions.map(conditionDraft), withinS: trigger.withinS }
  }
}
