import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { eventRuleTry } from '#contract/calls/event/event-rule-try.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import type { EventAttributes, EventKind } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import { always } from '#contract/weekly-schedule.ts'
import { drawEventId } from '#server/events/event-id.ts'
import { EventSearch } from '#server/events/event-search.ts'
import { RuleTrial } from '#server/events/rule-trial.ts'
import { packTraits } from '#server/events/traits.ts'
import { weekTimeAt } from '#shared/time/zone.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop, warehouse } = demoDevices
type Tried = Pick<AlarmRule, 'scope' | 'trigger' | 'schedule' | 'alertIntervalS'>
let service: TestService
let admin: ServiceClient
/** When the test began, by the service's clock, which goes on. */
let beganMs: number

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.connectDevice(gate, [channel(0), channel(1)])
  await service.connectDevice(warehouse)
})
afterAll(() => service.close())
beforeEach(async () => {
  beganMs = service.now
  await service.edit((db) => db.deleteFrom('event').execute())
  await service.edit((db) => db.deleteFrom('alarm').execute())
  const { rules } = await admin.call(eventRuleList, {})
  for (const { ruleId } of rules) await admin.call(eventRuleDelete, { ruleId })
})

interface Past {
  secondsAgo: number
  kind?: EventKind
  sn?: string
  chlIndex?: number
  siteId?: string
  organizationId?: string
  attributes?: EventAttributes
  plate?: string
}

/** Writes what has happened, as if devices had reported it then. */
async function happened(...past: Past[]): Promise<void> {
  const rows = past.map(({ secondsAgo, kind = 'motion', attributes = {}, plate, ...place }) => ({
    id: drawEventId(beganMs - secondsAgo * 1000),
    organization_id: place.organizationId ?? 'harbor-logistics',
    site_id: place.siteId ?? 'harbor-gate',
    site_name: 'Gate',
    source_name: 'Camera 1',
    sn: place.sn ?? gate.sn,
    chl_index: place.chlIndex ?? 0,
    kind,
    traits: packTraits(attributes),
    plate: plate ?? null,
    plate_key: plate === undefined ? null : comparablePlate(plate),
    attributes_json: JSON.stringify(attributes),
    snapshot_key: null,
  }))
  for (let from = 0; from < rows.length; from += 1_000) {
    await service.edit((db) =>
      db
        .insertInto('event')
        .values(rows.slice(from, from + 1_000))
        .execute(),
    )
  }
}

function tried(changes: Partial<Tried> = {}): Tried {
  return {
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['motion'] },
    schedule: always,
    alertIntervalS: 10,
    ...changes,
  }
}

/** How many seconds ago the alarms would have been raised. */
async function outcome(changes: Partial<Tried>) {
  const { total, newest } = await admin.call(eventRuleTry, tried(changes))
  return { total, secondsAgo: newest.map(({ startedAtMs }) => Math.round((beganMs - startedAtMs) / 1000)) }
}

describe('a rule that is tried', () => {
  test('counts the day, no alarm sooner after another than its interval on the same channel, and shows the newest twelve', async () => {
    await happened(...Array.from({ length: 30 }, (_, index) => ({ secondsAgo: 60 * index + 30 })))
    await happened({ secondsAgo: 33 }, { secondsAgo: 35, chlIndex: 1 }, { secondsAgo: 25 * 60 * 60 }, { secondsAgo: 40, kind: 'person' })
    const answer = await admin.call(eventRuleTry, tried())
    expect(answer.total).toBe(31)
    expect(answer.newest).toHaveLength(12)
    expect(answer).toMatchObject({ isCut: false, fromMs: answer.toMs - 24 * 60 * 60_000 })
    expect(answer.toMs - beganMs).toBeLessThan(10_000)
    expect(answer.newest.slice(0, 3).map(({ startedAtMs, chlIndex }) => [chlIndex, (beganMs - startedAtMs) / 1000])).toEqual([
      [0, 33],
      [1, 35],
      [0, 90],
    ])
    expect((await outcome({ alertIntervalS: 300 })).total).toBe(7)
  })

  test('holds only in its schedule, by the clocks of each site, and only at its places', async () => {
    await happened({ secondsAgo: 3600 }, { secondsAgo: 1800, sn: warehouse.sn, siteId: 'harbor-warehouse' })
    const at = weekTimeAt(beganMs - 3_600_000, 'Europe/Amsterdam')
    const hour = Math.floor(at.minute / 60) * 60
    const thatHour = [{ day: at.day, fromMinute: hour, toMinute: hour + 60 }]
    const allBut = always.flatMap((span) =>
      span.day === at.day ? [{ ...span, fromMinute: 0, toMinute: hour }].filter(() => hour > 0) : [span],
    )
    expect((await outcome({ schedule: thatHour })).secondsAgo).toEqual([3600])
    expect((await outcome({ schedule: allBut })).secondsAgo).toEqual([])
    expect((await outcome({ scope: { siteIds: ['harbor-warehouse'], channels: [] } })).secondsAgo).toEqual([1800])
    expect((await outcome({ scope: { siteIds: [], channels: [{ sn: gate.sn, chlIndex: 1 }] } })).total).toBe(0)
    const both = { siteIds: ['harbor-warehouse'], channels: [{ sn: gate.sn, chlIndex: 0 }] }
    expect((await outcome({ scope: both })).secondsAgo).toEqual([1800, 3600])
  })

  test('asks for attributes, and for plates in a group or in none', async () => {
    const group = await admin.call(plateGroupAdd, { groupName: 'Tried' })
    const fields = { vehicleType: 'van', brand: '', model: '', owner: 'Ada', phone: '', colour: '' as const }
    await admin.call(plateAdd, { groupId: group.groupId, plate: 'KV 482 T', ...fields })
    await happened(
      { secondsAgo: 50, kind: 'plate', plate: 'KV-482-T' },
      { secondsAgo: 40, kind: 'plate', plate: 'XX 1' },
      { secondsAgo: 30, kind: 'vehicle', attributes: { vehicleType: 'bicycle' } },
      { secondsAgo: 20, kind: 'vehicle', attributes: { vehicleType: 'van' } },
    )
    const ai = (condition: object) => ({ trigger: { kind: 'ai', condition } as Tried['trigger'] })
    const plates = (isListed: boolean) => ai({ eventKind: 'plate', plateGroups: { groupIds: [group.groupId], isListed } })
    expect((await outcome(plates(true))).secondsAgo).toEqual([50])
    expect((await outcome(plates(false))).secondsAgo).toEqual([40])
    expect((await outcome(ai({ eventKind: 'vehicle', attributes: { vehicleType: ['bicycle', 'tricycle'] } }))).secondsAgo).toEqual([30])
    const missing = plates(true)
    Object.assign(missing.trigger, { condition: { eventKind: 'plate', plateGroups: { groupIds: ['nothing'], isListed: true } } })
    expect(await admin.failure(eventRuleTry, tried(missing))).toMatchObject({ code: 33051 })
  })

  test('sees combinations that begin before its day and its schedule, each completed by its last event', async () => {
    const dayS = 24 * 60 * 60
    await happened(
      { secondsAgo: dayS + 10, kind: 'person' },
      { secondsAgo: dayS - 10, kind: 'vehicle', chlIndex: 1 },
      { secondsAgo: 500, kind: 'person' },
      { secondsAgo: 440, kind: 'vehicle' },
      { secondsAgo: 200, kind: 'vehicle' },
      { secondsAgo: 190, kind: 'person' },
    )
    const conditions = [{ eventKind: 'person' as const }, { eventKind: 'vehicle' as const }]
    const trigger = { kind: 'combination' as const, conditions, withinS: 30 }
    expect((await outcome({ trigger })).secondsAgo).toEqual([190, dayS - 10])
    expect((await outcome({ trigger: { ...trigger, withinS: 60 } })).secondsAgo).toEqual([190, 440, dayS - 10])
  })

  test('counts the outages that were alarms, and those that last', async () => {
    const agent = await service.connectDevice(shop)
    await agent.stop()
    await expect.poll(async () => (await outcome({ trigger: health, scope: { siteIds: ['harbor-shop'], channels: [] } })).total).toBe(0)
    service.advance(6_000)
    const atShop = { trigger: health, scope: { siteIds: ['harbor-shop'], channels: [] } }
    await expect.poll(async () => (await admin.call(alarmSearchList, { pageSize: 20 })).total).toBe(1)
    const answer = await admin.call(eventRuleTry, tried(atShop))
    expect(answer.newest).toMatchObject([{ kind: 'device-offline', sn: shop.sn, chlIndex: null }])
    expect((await outcome({ ...atShop, scope: { siteIds: ['harbor-gate'], channels: [] } })).total).toBe(0)
    await service.edit((db) => db.deleteFrom('alarm').execute())
    expect((await outcome(atShop)).total, 'it lasts, though nobody was told').toBe(1)
  })
  const health = { kind: 'device-health' as const, healthKinds: ['device-offline' as const] }

  test('keeps nothing, and says the same as the rule then does', async () => {
    const agent = await service.connectDevice(gate, [channel(0), channel(1)])
    const [nowMs, picture] = [service.now, jpegOf('blue').toString('base64')]
    const saved = { ...tried({ alertIntervalS: 60 }), name: 'Tried and true', isEnabled: true, emails: [] }
    await admin.call(eventRuleAddOrEdit, saved)
    const agoS = [150, 100, 91, 90, 30]
    for (const secondsAgo of agoS) report(agent, { event: 'motion', snapshot: picture }, nowMs - secondsAgo * 1000)
    await waitForEvents(admin, agoS.length, nowMs)
    const raised = async () => (await admin.call(alarmSearchList, { pageSize: 20 })).alarms
    await expect.poll(async () => (await raised()).length).toBe(3)
    const answer = await admin.call(eventRuleTry, tried({ alertIntervalS: 60 }))
    expect(answer.newest.map(({ startedAtMs }) => startedAtMs)).toEqual((await raised()).map(({ startedAtMs }) => startedAtMs))
    const shown = await fetch(service.url + (answer.newest[0]?.pictureUrl ?? ''))
    expect(Buffer.from(await shown.arrayBuffer()).equals(jpegOf('blue'))).toBe(true)
    expect(await raised()).toHaveLength(3)
    expect((await admin.call(eventRuleList, {})).rules).toHaveLength(1)
  })

  test('looks at no more than its bounds, and says so', async () => {
    await happened(...Array.from({ length: 5_000 }, (_, index) => ({ secondsAgo: index })))
    const scope = { organizationId: 'harbor-logistics', channels: [{ sn: gate.sn, chlIndex: 0 }] }
    const who = { userId: 'harbor-admin', organizationId: 'harbor-logistics', role: 'administrator' as const }
    await service.edit(async (db) => {
      const trial = new RuleTrial({ db, now: () => beganMs, search: new EventSearch(db) })
      const few = await trial.run(tried(), who, scope, 12, { mostEvents: 100, longestMs: 60_000 })
      expect(few).toMatchObject({ total: 10, isCut: true, toMs: beganMs, fromMs: beganMs - 99_000 })
      const brief = await trial.run(tried(), who, scope, 12, { mostEvents: 5_000, longestMs: 0 })
      expect(brief.isCut).toBe(true)
      expect(brief.fromMs, 'one page of events').toBe(beganMs - 1_999_000)
      expect(brief.total).toBeLessThan(201)
      const all = await trial.run(tried(), who, scope, 12, { mostEvents: 5_000, longestMs: 60_000 })
      expect(all).toMatchObject({ total: 500, isCut: false })
    })
  })
})

describe('who may try a rule', () => {
  test('is whoever may configure each of its channels; vehicles are for administrators', async () => {
    await happened({ secondsAgo: 60 }, { secondsAgo: 50, sn: warehouse.sn, siteId: 'harbor-gate' })
    const operator = await service.signIn('operator')
    const codeOf = async (who: ServiceClient, changes: Partial<Tried>) => (await who.failure(eventRuleTry, tried(changes))).code
    expect(await codeOf(operator, {})).toBe(5000)
    await service.edit((db) =>
      db
        .updateTable('user_site_role')
        .set({ role: 'site-administrator' })
        .where('user_id', '=', 'harbor-operator')
        .where('site_id', '=', 'harbor-gate')
        .execute(),
    )
    const answer = await operator.call(eventRuleTry, tried())
    // The camera of the warehouse has reported from the gate once: it is not the operator's to look back at.
    expect(answer.newest.map(({ sn }) => sn)).toEqual([gate.sn])
    expect(await codeOf(operator, { trigger: { kind: 'general', eventKinds: ['vehicle'] } })).toBe(5001)
    expect(await codeOf(operator, { scope: { siteIds: [], channels: [{ sn: warehouse.sn, chlIndex: 0 }] } })).toBe(5001)
    expect(await codeOf(operator, { scope: { siteIds: ['harbor-shop'], channels: [] } })).toBe(33006)
    expect(await codeOf(await service.signIn('guard'), {})).toBe(5000)
  })

  test('is nobody of another organization', async () => {
    const theirs = { siteId: OTHER_SITE_ID, sn: OTHER_DEVICE.sn, organizationId: 'another' }
    const codeOf = async (scope: Tried['scope']) => (await admin.failure(eventRuleTry, tried({ scope }))).code
    expect(await codeOf({ siteIds: [theirs.siteId], channels: [] })).toBe(33006)
    expect(await codeOf({ siteIds: [], channels: [{ sn: theirs.sn, chlIndex: 0 }] })).toBe(33005)
    expect(await codeOf({ siteIds: [], channels: [] })).toBe(1000)
  })
})
