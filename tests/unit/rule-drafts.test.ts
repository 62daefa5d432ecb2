import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RuleScope, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleTry } from '#contract/calls/event/event-rule-try.ts'
import { always } from '#contract/weekly-schedule.ts'
import { isCameraChosen, siteChoice, withCamera, withSite } from '#src/ui/places/scope-choice.ts'
import {
  allTargets,
  emptyCondition,
  newTrigger,
  toTrigger,
  triggerDraft,
  withTarget,
  type ConditionDraft,
} from '#src/features/alarm-rules/trigger-draft.ts'

const scope = { siteIds: ['gate'], channels: [] }
const isAccepted = (trigger: RuleTrigger) => eventRuleTry.input.safeParse({ scope, trigger, schedule: always, alertIntervalS: 10 }).success
const plateGroups = { groupIds: ['staff'], isListed: false }
const bicycles = { eventKind: 'vehicle' as const, attributes: { vehicleType: ['bicycle' as const] } }

describe('what raises an alarm', () => {
  test.each<RuleTrigger>([
    { kind: 'general', eventKinds: ['motion', 'tampering'] },
    { kind: 'device-health', healthKinds: ['channel-offline'] },
    { kind: 'ai', condition: { eventKind: 'person', attributes: { age: ['adult'], hat: ['no'] } } },
    { kind: 'ai', condition: { eventKind: 'plate', plateGroups } },
    { kind: 'ai', condition: bicycles },
    { kind: 'combination', conditions: [{ eventKind: 'person' }, bicycles, { eventKind: 'vehicle', plateGroups }], withinS: 300 },
    { kind: 'ai', condition: { eventKind: 'person', plateGroups } },
  ])('is sent as it came when nothing was changed: %j', (trigger) => {
    expect(toTrigger(triggerDraft(trigger))).toEqual(trigger)
  })

  test('is accepted as it begins, and refused where something is missing', () => {
    for (const isVehicle of [true, false]) {
      const begun = newTrigger(isVehicle)
      for (const kind of ['general', 'device-health', 'ai', 'combination'] as const) {
        expect(isAccepted(toTrigger({ ...begun, kind }))).toBe(true)
      }
    }
    const begun = newTrigger(true)
    expect(isAccepted(toTrigger({ ...begun, kind: 'general', eventKinds: [] }))).toBe(false)
    expect(isAccepted(toTrigger({ ...begun, kind: 'device-health', healthKinds: [] }))).toBe(false)
    expect(isAccepted(toTrigger({ ...begun, condition: { ...begun.condition, plates: 'listed' } }))).toBe(false)
    expect(isAccepted(toTrigger({ ...begun, kind: 'combination', withinS: 4 }))).toBe(false)
    expect(isAccepted(toTrigger({ ...begun, kind: 'combination', withinS: 301 }))).toBe(false)
  })

  test('is for vehicles without an engine those types, all of them where none is chosen', () => {
    const condition = emptyCondition('non-motor')
    expect(toTrigger({ ...newTrigger(true), condition })).toEqual({
      kind: 'ai',
      condition: { eventKind: 'vehicle', attributes: { vehicleType: ['bicycle', 'tricycle', 'motorcycle'] } },
    })
    expect(triggerDraft({ kind: 'ai', condition: bicycles }).condition.target).toBe('non-motor')
    const both = { eventKind: 'vehicle' as const, attributes: { vehicleType: ['bicycle' as const, 'van' as const] } }
    expect(triggerDraft({ kind: 'ai', condition: both }).condition.target).toBe('vehicle')
  })

  test('keeps with another target only what events of that can have', () => {
    const target = fc.constantFrom(...allTargets)
    const values = fc.constantFrom<ConditionDraft['values']>(
      { age: ['adult'] },
      { vehicleColour: ['red'] },
      { hat: ['yes'], direction: ['in'] },
    )
    fc.assert(
      fc.property(target, values, target, (from, chosen, to) => {
        const changed = withTarget({ ...emptyCondition(from), values: chosen, plates: 'listed', groupIds: ['staff'] }, to)
        expect(isAccepted(toTrigger({ ...newTrigger(true), kind: 'ai', condition: changed }))).toBe(true)
        expect(withTarget(changed, to)).toEqual(changed)
      }),
    )
  })
})

describe('where a rule holds', () => {
  const cameras = [0, 1, 2].map((chlIndex) => ({ sn: 'A', chlIndex }))
  const site = { siteId: 'gate', cameras }
  const none: RuleScope = { siteIds: [], channels: [] }
  const [first = { sn: 'A', chlIndex: 0 }] = cameras

  test('is a whole site, with what it gets later, or single cameras', () => {
    expect(siteChoice(site, withSite(site, true, none))).toBe('whole')
    expect(siteChoice(site, withCamera(site, first, true, none))).toBe('some')
    const each = cameras.reduce((chosen, camera) => withCamera(site, camera, true, chosen), none)
    expect(siteChoice(site, each)).toBe('each')
    expect(withSite(site, true, each)).toEqual({ siteIds: ['gate'], channels: [] })
    expect(withSite(site, false, each)).toEqual(none)
  })

  test('is, of a whole site that loses a camera, the others by themselves', () => {
    const rest = withCamera(site, first, false, { siteIds: ['gate', 'shop'], channels: [{ sn: 'B', chlIndex: 0 }] })
    expect(rest.siteIds).toEqual(['shop'])
    expect(rest.channels).toEqual([{ sn: 'B', chlIndex: 0 }, cameras[1], cameras[2]])
    expect(isCameraChosen(site, first, rest)).toBe(false)
    expect(siteChoice(site, rest)).toBe('some')
  })
})
