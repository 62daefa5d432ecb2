import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import type { AlarmRule, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { SimulatedFleet } from '#tests/support/simulated-fleet.ts'

const SECOND_MS = 1_000
/** Raises an alarm of any face at the shop: the rules are asked about one event after the other, so that all before it have had their turn. */
const LAST = 'Last of all'
const DAY_MS = 24 * 60 * 60 * SECOND_MS
let service: TestService
let admin: ServiceClient
let simulated: SimulatedFleet
let rule: AlarmRule | undefined
let watchedId: string

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  simulated = await SimulatedFleet.start(service, admin, ['gate', 'parking-north', 'shop', 'shop-window'])
  const group = await admin.call(plateGroupAdd, { groupName: 'To be watched' })
  watchedId = group.groupId
  const unsaid = { vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' } as const
  await admin.call(plateAdd, { groupId: group.groupId, plate: 'AB 614 L', ...unsaid })
  await when({ kind: 'general', eventKinds: ['face'] }, { name: LAST, scope: { siteIds: ['harbor-shop'], channels: [] } })
  rule = undefined
})
afterAll(async () => {
  await simulated.stop()
  await service.close()
})
beforeEach(async () => {
  if (rule !== undefined) await admin.call(eventRuleDelete, { ruleId: rule.ruleId })
  rule = undefined
})

/** Has one rule for the gate's and the shop's site, or others. */
async function when(trigger: RuleTrigger, changes: Partial<AlarmRule> = {}): Promise<void> {
  const scope = { siteIds: ['harbor-gate', 'harbor-shop'], channels: [] }
  const plain = { name: `Rule of ${trigger.kind}`, isEnabled: true, schedule: always, alertIntervalS: 10 as const, emails: [] }
  rule = await admin.call(eventRuleAddOrEdit, { ...plain, scope, trigger, ...changes })
}

async function alarms(): Promise<Alarm[]> {
  return (await admin.call(alarmSearchList, { pageSize: 100 })).alarms
}

async function countEvents(): Promise<number> {
  const span = { fromMs: service.now - DAY_MS, toMs: service.now + SECOND_MS }
  return (await admin.call(eventSearchList, { ...span, pageSize: 100 })).events.length
}

/** All that was raised of what the cameras tell meanwhile, the oldest first. */
async function raisedBy(tell: () => void, events: number): Promise<Alarm[]> {
  const before = new Set((await alarms()).map(({ alarmId }) => alarmId))
  const count = await countEvents()
  const fresh = async () => (await alarms()).filter(({ alarmId }) => !before.has(alarmId))
  tell()
  await expect.poll(countEvents).toBe(count + events)
  service.advance(11 * SECOND_MS)
  simulated.tell('face', 'Shop – entrance')
  await expect.poll(async () => (await fresh()).some(({ ruleName }) => ruleName === LAST)).toBe(true)
  return (await fresh()).filter(({ ruleName }) => ruleName !== LAST).toReversed()
}

describe('a general rule', () => {
  test('raises an alarm for its kinds at its places, with the picture, and for nothing else', async () => {
    await when({ kind: 'general', eventKinds: ['line-crossing', 'tampering'] }, { scope: { siteIds: ['harbor-gate'], channels: [] } })
    const raised = await raisedBy(() => {
      simulated.tell('tampering', 'Gate 1')
      simulated.tell('line', 'Parking')
      simulated.tell('person', 'Parking')
      simulated.tell('tampering', 'Window')
    }, 4)
    // Two cameras that tell of something at once are heard in either order.
    expect(raised.toSorted((one, other) => one.sourceName.localeCompare(other.sourceName))).toMatchObject([
      { kind: 'tampering', sourceName: 'Gate 1 – entry', ruleName: 'Rule of general', siteId: 'harbor-gate' },
      { kind: 'line-crossing', sourceName: 'Parking – north' },
    ])
    for (const { pictureUrl } of raised) expect((await fetch(service.url + pictureUrl)).status).toBe(200)
  })

  test('raises no second one within its interval, and one afterwards', async () => {
    await when({ kind: 'general', eventKinds: ['input'] }, { alertIntervalS: 60 })
    expect(await raisedBy(() => simulated.tell('sensor', 'Gate 1'), 1)).toHaveLength(1)
    expect(await raisedBy(() => simulated.tell('sensor', 'Gate 1'), 1)).toEqual([])
    service.advance(61 * SECOND_MS)
    expect(await raisedBy(() => simulated.tell('sensor', 'Gate 1'), 1)).toHaveLength(1)
  })

  test('raises none outside its schedule, and none while it is switched off', async () => {
    await when(
      { kind: 'general', eventKinds: ['motion'] },
      { schedule: [{ day: (new Date(service.now).getUTCDay() + 3) % 7, fromMinute: 0, toMinute: 1440 }] },
    )
    expect(await raisedBy(() => simulated.tell('motion', 'Parking'), 1)).toEqual([])
    await when({ kind: 'general', eventKinds: ['motion'] }, { name: 'Switched off', isEnabled: false })
    expect(await raisedBy(() => simulated.tell('motion', 'Parking'), 1)).toEqual([])
  })
})

describe('a rule of device health', () => {
  test('raises an alarm when a camera of a recorder is away longer than a moment, which ends when it is back', async () => {
    await when({ kind: 'device-health', healthKinds: ['channel-offline'] })
    simulated.commander.obey({ command: 'offline', camera: 'Shop – aisle 3', forMs: 1_500 })
    const found = async () => (await alarms()).find(({ kind }) => kind === 'channel-offline')
    await expect.poll(isChannelOffline).toBe(true)
    expect(await found()).toBeUndefined()
    service.advance(6 * SECOND_MS)
    await expect
      .poll(found, { timeout: 5_000 })
      .toMatchObject({ sourceName: 'Shop – aisle 3', ruleName: 'Rule of device-health', recoveredAtMs: null })
    await expect.poll(async () => (await found())?.recoveredAtMs ?? null, { timeout: 5_000 }).not.toBeNull()
  })

  test('raises none for a device, which it does not speak of', async () => {
    await when({ kind: 'device-health', healthKinds: ['channel-offline'] })
    simulated.commander.obey({ command: 'offline', device: 'Window', forMs: 2_500 })
    await expect.poll(() => isDeviceOffline('Window – displays')).toBe(true)
    service.advance(6 * SECOND_MS)
    await expect.poll(() => isDeviceOffline('Window – displays'), { timeout: 8_000 }).toBe(false)
    expect((await alarms()).filter(({ kind }) => kind === 'device-offline')).toEqual([])
  })
})

describe('a rule of what is seen', () => {
  test('raises an alarm for the looks that it wants, and for no others', async () => {
    await when({ kind: 'ai', condition: { eventKind: 'vehicle', attributes: { vehicleColour: ['red'], vehicleType: ['hatchback'] } } })
    const raised = await raisedBy(() => {
      simulated.tell('vehicle', 'Parking', { attributes: ['colour=blue'] })
      simulated.tell('vehicle', 'Parking', { attributes: ['colour=red', 'type=truck'] })
      simulated.tell('vehicle', 'Parking', { attributes: ['colour=red', 'type=hatchback'] })
    }, 3)
    expect(raised).toMatchObject([{ kind: 'vehicle', sourceName: 'Parking – north' }])
    const { events } = await admin.call(alarmDetail, { alarmId: raised[0]?.alarmId ?? '' })
    expect(events).toMatchObject([{ attributes: { vehicleColour: 'red', vehicleType: 'hatchback' }, box: { x: expect.any(Number) } }])
  })

  test('knows adults from children', async () => {
    await when({ kind: 'ai', condition: { eventKind: 'person', attributes: { age: ['child'] } } })
    const raised = await raisedBy(() => {
      simulated.tell('person', 'Shop – tills', { attributes: ['age=midlife'] })
      simulated.tell('person', 'Shop – tills', { attributes: ['age=infant'] })
    }, 2)
    expect(raised).toHaveLength(1)
  })

  test('raises an alarm for plates of a group, or for those of none', async () => {
    const passing = () => {
      simulated.tell('plate', 'Gate 1', { plate: 'AB614L' })
      simulated.tell('plate', 'Gate 1', { plate: 'B-XY-123' })
      simulated.tell('vehicle', 'Parking', { attributes: ['colour=blue'] })
    }
    const condition = (isListed: boolean) => ({ eventKind: 'plate' as const, plateGroups: { groupIds: [watchedId], isListed } })
    await when({ kind: 'ai', condition: condition(true) })
    expect(await raisedBy(passing, 3)).toMatchObject([{ kind: 'plate', plate: 'AB614L' }])
    await admin.call(eventRuleDelete, { ruleId: rule?.ruleId ?? '' })
    await when({ kind: 'ai', condition: condition(false) })
    expect(await raisedBy(passing, 3)).toMatchObject([{ kind: 'plate', plate: 'B-XY-123', pictureUrl: expect.any(String) }])
  })
})

describe('a rule of several things together', () => {
  const trigger: RuleTrigger = {
    kind: 'combination',
    conditions: [{ eventKind: 'vehicle', attributes: { vehicleType: ['bus'] } }, { eventKind: 'line-crossing' }],
    withinS: 30,
  }

  test('raises one alarm with both when they come within its time, whichever is first', async () => {
    await when(trigger)
    const raised = await raisedBy(() => {
      simulated.tell('line', 'Gate 1')
      simulated.tell('vehicle', 'Parking', { attributes: ['type=bus'] })
    }, 2)
    expect(raised).toMatchObject([{ kind: 'combination', ruleName: 'Rule of combination' }])
    const { events } = await admin.call(alarmDetail, { alarmId: raised[0]?.alarmId ?? '' })
    expect(new Set(events.map(({ sourceName }) => sourceName))).toEqual(new Set(['Gate 1 – entry', 'Parking – north']))
  })

  test('raises none when one is missing, comes too late, or is on another site', async () => {
    service.advance(120 * SECOND_MS)
    await when(trigger)
    expect(await raisedBy(() => simulated.tell('vehicle', 'Parking', { attributes: ['type=truck'] }), 1)).toEqual([])
    expect(await raisedBy(() => simulated.tell('vehicle', 'Parking', { attributes: ['type=bus'] }), 1)).toEqual([])
    service.advance(31 * SECOND_MS)
    expect(await raisedBy(() => simulated.tell('line', 'Gate 1'), 1)).toEqual([])
    service.advance(31 * SECOND_MS)
    expect(await raisedBy(() => simulated.tell('line', 'Customer parking'), 1)).toEqual([])
    expect(await raisedBy(() => simulated.tell('vehicle', 'Parking – north', { attributes: ['type=bus'] }), 1)).toEqual([])
  })
})

async function isChannelOffline(): Promise<boolean> {
  let isOffline = false
  await service.edit(async (db) => {
    const row = await db.selectFrom('channel').where('name', '=', 'Shop – aisle 3').select('status').executeTakeFirst()
    isOffline = row?.status === channelStatuses.offline
  })
  return isOffline
}

async function isDeviceOffline(name: string): Promise<boolean> {
  let isOffline = false
  await service.edit(async (db) => {
    const row = await db.selectFrom('device').where('name', '=', name).select('status').executeTakeFirst()
    isOffline = row?.status === deviceStatuses.offline
  })
  return isOffline
}
