import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmSearch } from '#contract/calls/event/alarm-search.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import { devNotifyEdit } from '#contract/calls/event/dev-notify-edit.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateGroupDelete } from '#contract/calls/vehicle/plate-group-delete.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { agreeToAlarms } from '#tests/support/mailbox.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop, warehouse } = demoDevices
const page = { pageSize: 20 }
let service: TestService
let admin: ServiceClient

beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterEach(() => service.close())

function rule(changes: Partial<Omit<AlarmRule, 'ruleId'>> = {}): Omit<AlarmRule, 'ruleId'> {
  return {
    name: 'A rule',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['motion'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
    ...changes,
  }
}

async function mailTo(address: string) {
  const mails: { subject: string; body: string; attachments_json: string }[] = []
  await service.edit(async (db) => {
    mails.push(...(await db.selectFrom('mail').where('to_address', '=', address).selectAll().orderBy('created_at_ms').execute()))
  })
  return mails
}

/** Makes the operator configure the gate and its channels, as its site administrator. */
async function promoteOperator(): Promise<void> {
  await service.edit((db) =>
    db
      .updateTable('user_site_role')
      .set({ role: 'site-administrator' })
      .where('user_id', '=', 'harbor-operator')
      .where('site_id', '=', 'harbor-gate')
      .execute(),
  )
}

async function alarms() {
  return (await admin.call(alarmSearchList, page)).alarms
}

/** Resolves when the service has seen that the device has gone. */
async function isOffline(sn: string): Promise<void> {
  const look = () => service.edit((db) => db.selectFrom('device').where('sn', '=', sn).select('status').executeTakeFirst())
  await expect.poll(() => look()).toEqual({ status: deviceStatuses.offline })
}

describe('an alarm of a rule', () => {
  test('is pushed to exactly those who see the channel, with its picture, and is read by each for themselves', async () => {
    const clients = { admin, operator: await service.signIn('operator'), guard: await service.signIn('guard') }
    const stranger = await service.openPush(await service.signIn('stranger'))
    const operator = await service.openPush(clients.operator)
    const guard = await service.openPush(clients.guard)
    await admin.call(
      eventRuleAddOrEdit,
      rule({ name: 'At the shop', scope: { siteIds: ['harbor-shop'], channels: [] }, announce: 'speech', isUrgent: true }),
    )
    await admin.call(eventRuleAddOrEdit, rule({ name: 'At the warehouse', scope: { siteIds: ['harbor-warehouse'], channels: [] } }))
    const [atShop, atWarehouse] = [await service.connectDevice(shop), await service.connectDevice(warehouse)]
    report(atShop, { event: 'motion', snapshot: jpegOf('blue').toString('base64') }, service.now)
    const { infoContent: alarm } = await guard.next('alarm')
    expect(alarm).toMatchObject({
      kind: 'motion',
      sn: shop.sn,
      chlIndex: 0,
      ruleName: 'At the shop',
      isRead: false,
      sourceName: 'Camera 1',
      announce: 'speech',
      isUrgent: true,
    })
    const picture = await fetch(service.url + (alarm.pictureUrl ?? ''))
    expect(Buffer.from(await picture.arrayBuffer()).equals(jpegOf('blue'))).toBe(true)
    report(atWarehouse, { event: 'motion' }, service.now)
    expect((await operator.next('alarm')).infoContent).toMatchObject({
      sn: warehouse.sn,
      pictureUrl: null,
      announce: 'none',
      isUrgent: false,
    })
    expect((await clients.guard.call(alarmUpdateReadStatus, { alarmIds: [alarm.alarmId] })).unread.count).toBe(0)
    expect((await clients.admin.call(alarmUnreadCount, null)).count).toBe(2)
    expect(await clients.guard.failure(alarmDetail, { alarmId: (await operatorAlarm()).alarmId })).toMatchObject({ code: 404 })
    for (const push of [operator, guard]) expect(push.heard.filter(({ infoType }) => infoType === 'alarm')).toHaveLength(1)
    expect(stranger.heard.filter(({ infoType }) => infoType === 'alarm')).toEqual([])

    async function operatorAlarm() {
      const { alarms: seen } = await clients.operator.call(alarmSearchList, page)
      return seen[0] ?? alarm
    }
  })

  test('comes no more often than its interval, on each channel', async () => {
    await admin.call(eventRuleAddOrEdit, rule({ alertIntervalS: 60 }))
    const agent = await service.connectDevice(gate, [channel(0), channel(1)])
    const nowMs = service.now
    for (const secondsAgo of [150, 100, 91, 90, 30]) report(agent, { event: 'motion' }, nowMs - secondsAgo * 1000)
    report(agent, { event: 'motion', chlIndex: 1 }, nowMs - 29_000)
    await expect.poll(() => alarms()).toHaveLength(4)
    expect((await alarms()).map(({ startedAtMs, chlIndex }) => [chlIndex, (nowMs - startedAtMs) / 1000])).toEqual([
      [1, 29],
      [0, 30],
      [0, 90],
      [0, 150],
    ])
  })

  test('comes only in its schedule, and not at all when the rule is off', async () => {
    const nowMs = service.now
    const day = new Date(nowMs).getUTCDay()
    const otherDays = always.filter((span) => (span.day - day + 7) % 7 > 1 && (span.day - day + 7) % 7 < 6)
    await admin.call(eventRuleAddOrEdit, rule({ name: 'Other days', schedule: otherDays }))
    await admin.call(eventRuleAddOrEdit, rule({ name: 'Off', isEnabled: false }))
    await admin.call(eventRuleAddOrEdit, rule({ name: 'On' }))
    report(await service.connectDevice(gate), { event: 'motion' }, nowMs)
    await expect.poll(async () => (await alarms()).map(({ ruleName }) => ruleName)).toEqual(['On'])
  })

  test('of a combination tells all its events, and the plate leads to its owner', async () => {
    const group = await admin.call(plateGroupAdd, { groupName: 'Watched' })
    const fields = { vehicleType: 'van', brand: '', model: '', owner: 'Ada', phone: '+31 10 1', colour: '' as const }
    await admin.call(plateAdd, { groupId: group.groupId, plate: 'KV 482 T', ...fields })
    const conditions = [
      { eventKind: 'person' as const, attributes: { age: ['adult' as const] } },
      { eventKind: 'plate' as const, plateGroups: { groupIds: [group.groupId], isListed: true } },
    ]
    const trigger = { kind: 'combination' as const, conditions, withinS: 30 }
    await admin.call(eventRuleAddOrEdit, rule({ trigger, emails: ['duty@harbor.example', 'operator@harbor-logistics.example'] }))
    await agreeToAlarms(service, 'duty@harbor.example')
    const agent = await service.connectDevice(gate, [channel(0), channel(1)])
    const nowMs = service.now
    report(agent, { event: 'person', attributes: { age: 'youth' } }, nowMs - 40_000)
    report(agent, { event: 'plate', plate: 'KV-482-T', snapshot: jpegOf('green').toString('base64') }, nowMs - 5_000)
    await waitForEvents(admin, 2, nowMs)
    expect(await alarms()).toEqual([])
    report(agent, { event: 'person', chlIndex: 1, attributes: { age: 'elderly' } }, nowMs)
    await expect.poll(() => alarms()).toHaveLength(1)
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({ kind: 'combination', chlIndex: 1, ruleName: 'A rule' })
    const detail = await admin.call(alarmDetail, { alarmId: alarm?.alarmId ?? '' })
    expect(detail.events.map(({ kind, chlIndex }) => [kind, chlIndex])).toEqual([
      ['person', 1],
      ['plate', 0],
    ])
    await expect.poll(() => mailTo('duty@harbor.example')).toHaveLength(2)
    expect((await mailTo('operator@harbor-logistics.example'))[0]?.subject).toContain('Combined alarm')
    report(
      agent,
      { event: 'plate', plate: 'KV 482 T', attributes: { brand: 'volvo' }, snapshot: jpegOf('red').toString('base64') },
      nowMs + 1,
    )
    await expect.poll(() => alarms()).toHaveLength(2)
    const second = await admin.call(alarmDetail, { alarmId: (await alarms())[0]?.alarmId ?? '' })
    expect(second.vehicle).toMatchObject({ plate: 'KV 482 T', owner: 'Ada', groupName: 'Watched' })
    const guard = await service.signIn('guard')
    expect(await guard.call(alarmDetail, { alarmId: second.alarm.alarmId })).toMatchObject({
      // What the alarm itself shows is given to whoever sees the camera (rule 6.11).
      alarm: { kind: 'combination', plate: 'KV 482 T', pictureUrl: expect.any(String) as unknown },
      vehicle: null,
      events: [],
    })
    const listed = (await guard.call(alarmSearchList, page)).alarms.find(({ alarmId }) => alarmId === second.alarm.alarmId)
    expect(listed).toMatchObject({ plate: 'KV 482 T' })
    expect((await fetch(new URL(listed?.pictureUrl ?? '', service.url))).status).toBe(200)
    expect(await admin.failure(plateGroupDelete, { groupId: group.groupId })).toMatchObject({ code: 33053 })
  })

  test('is found by kind, site, channel and time, and lies on the time line of its channel', async () => {
    await admin.call(
      eventRuleAddOrEdit,
      rule({ trigger: { kind: 'ai', condition: { eventKind: 'person', attributes: { hat: ['yes'] } } } }),
    )
    const agent = await service.connectDevice(gate, [channel(0), channel(1)])
    const nowMs = service.now
    report(agent, { event: 'person' }, nowMs - 2_000)
    report(agent, { event: 'person', attributes: { hat: 'yes' } }, nowMs - 1_000)
    await expect.poll(() => alarms()).toHaveLength(1)
    const count = async (filter: object) => (await admin.call(alarmSearchList, { ...page, ...filter })).total
    expect(await count({ kinds: ['person'], siteIds: ['harbor-gate'], channels: [{ sn: gate.sn, chlIndex: 0 }] })).toBe(1)
    expect(await count({ kinds: ['motion'] })).toBe(0)
    expect(await count({ siteIds: ['harbor-shop'] })).toBe(0)
    expect(await count({ channels: [{ sn: gate.sn, chlIndex: 1 }] })).toBe(0)
    expect(await count({ fromMs: nowMs })).toBe(0)
    const dayMs = 24 * 60 * 60_000
    expect(await admin.failure(alarmSearchList, { ...page, fromMs: 0, toMs: 31 * dayMs + 1 })).toMatchObject({ code: 33060 })
    const line = { sn: gate.sn, chlIndex: 0, fromMs: nowMs - dayMs, toMs: nowMs }
    expect((await admin.call(alarmSearch, line)).items).toMatchObject([{ type: 'person', startMs: nowMs - 1_000, endMs: nowMs - 1_000 }])
    expect((await admin.call(alarmSearch, { ...line, toMs: nowMs - 1_001 })).items).toEqual([])
    await agent.stop()
    await isOffline(gate.sn)
    service.advance(6_000)
    await expect.poll(() => count({ kinds: ['device-offline'] })).toBe(1)
    const { items } = await admin.call(alarmSearch, { ...line, toMs: service.now })
    expect(items.map(({ type }) => type)).toEqual(['person', 'device-offline'])
    expect((items[1]?.endMs ?? 0) - (items[1]?.startMs ?? 0)).toBeGreaterThanOrEqual(5_000)
    expect(await (await service.signIn('stranger')).failure(alarmSearch, line)).toMatchObject({ code: 33005 })
  })
})

describe('rules about the health of devices', () => {
  test('decide where they speak of a device; the notification of the device sends mail', async () => {
    const notify = {
      sn: gate.sn,
      isEnabled: true,
      kinds: ['device-offline' as const],
      emails: ['duty@harbor.example'],
      alertIntervalS: 300 as const,
    }
    expect(await admin.failure(devNotifyEdit, notify)).toMatchObject({ code: 6000 })
    expect(await admin.call(devNotifyDetail, { sn: gate.sn })).toEqual({ notify: null })
    await admin.call(devNotifyAdd, notify)
    expect(await admin.failure(devNotifyAdd, notify)).toMatchObject({ code: 6000 })
    await admin.call(devNotifyEdit, { ...notify, emails: ['night@harbor.example'] })
    await agreeToAlarms(service, 'night@harbor.example')
    expect(await admin.call(devNotifyDetail, { sn: gate.sn })).toEqual({ notify: { ...notify, emails: ['night@harbor.example'] } })
    const trigger = { kind: 'device-health' as const, healthKinds: ['channel-offline' as const] }
    await admin.call(eventRuleAddOrEdit, rule({ trigger, scope: { siteIds: ['harbor-shop'], channels: [] } }))
    const agents = [await service.connectDevice(gate), await service.connectDevice(shop)]
    await Promise.all(agents.map((agent) => agent.stop()))
    await Promise.all([isOffline(gate.sn), isOffline(shop.sn)])
    service.advance(6_000)
    await expect.poll(() => mailTo('night@harbor.example')).toHaveLength(2)
    expect((await alarms()).map(({ kind, sn }) => [kind, sn])).toEqual([['device-offline', gate.sn]])
  })

  test('are not for those who may not configure the device, nor for others', async () => {
    const operator = await service.signIn('operator')
    expect(await operator.failure(devNotifyDetail, { sn: gate.sn })).toMatchObject({ code: 5000 })
    await promoteOperator()
    await service.connectDevice(gate)
    await service.connectDevice(warehouse)
    await expect.poll(() => operator.failure(devNotifyDetail, { sn: gate.sn })).toMatchObject({ code: 200 })
    expect(await operator.failure(devNotifyDetail, { sn: warehouse.sn })).toMatchObject({ code: 33001 })
    expect(await operator.failure(devNotifyDetail, { sn: shop.sn })).toMatchObject({ code: 33003 })
    expect(await admin.failure(devNotifyDetail, { sn: OTHER_DEVICE.sn })).toMatchObject({ code: 33003 })
  })
})

describe('the list of rules', () => {
  test('is kept: names are single, changes are seen, what is deleted is gone', async () => {
    const made = await admin.call(eventRuleAddOrEdit, rule())
    expect(await admin.failure(eventRuleAddOrEdit, rule())).toMatchObject({ code: 33071, detail: { field: 'name' } })
    const changed = { ...made, name: 'Another', alertIntervalS: 300 as const, isEnabled: false }
    expect(await admin.call(eventRuleAddOrEdit, changed)).toEqual(changed)
    expect(await admin.call(eventRuleList, {})).toEqual({ rules: [changed] })
    expect(await admin.call(eventRuleList, { kind: 'ai' })).toEqual({ rules: [] })
    await admin.call(eventRuleDelete, { ruleId: made.ruleId })
    expect(await admin.failure(eventRuleDelete, { ruleId: made.ruleId })).toMatchObject({ code: 33070 })
    expect(await admin.failure(eventRuleAddOrEdit, changed)).toMatchObject({ code: 33070 })
  })

  test('refuses what is not there, belongs to others, or makes no sense', async () => {
    const codeOf = async (changes: Parameters<typeof rule>[0]) => (await admin.failure(eventRuleAddOrEdit, rule(changes))).code
    expect(await codeOf({ scope: { siteIds: [OTHER_SITE_ID], channels: [] } })).toBe(33006)
    expect(await codeOf({ scope: { siteIds: [], channels: [{ sn: OTHER_DEVICE.sn, chlIndex: 0 }] } })).toBe(33005)
    expect(await codeOf({ scope: { siteIds: [], channels: [] } })).toBe(1000)
    expect(await codeOf({ schedule: [] })).toBe(1000)
    expect(await codeOf({ name: 'a<b' })).toBe(1000)
    expect(await codeOf({ emails: ['nobody'] })).toBe(1000)
    expect(await codeOf({ alertIntervalS: 20 as 10 })).toBe(1000)
    const stranger = await service.signIn('stranger')
    const theirs = await stranger.call(plateGroupAdd, { groupName: 'Theirs' })
    const plateGroups = { groupIds: [theirs.groupId], isListed: true }
    expect(await codeOf({ trigger: { kind: 'ai', condition: { eventKind: 'plate', plateGroups } } })).toBe(33051)
    const made = await admin.call(eventRuleAddOrEdit, rule())
    expect(await stranger.failure(eventRuleDelete, { ruleId: made.ruleId })).toMatchObject({ code: 33070 })
    expect(await stranger.call(eventRuleList, {})).toEqual({ rules: [] })
  })

  test('is, for a site administrator, that of their own cameras, without vehicles', async () => {
    const operator = await service.signIn('operator')
    expect(await operator.failure(eventRuleList, {})).toMatchObject({ code: 5000 })
    await promoteOperator()
    await service.connectDevice(gate)
    await service.connectDevice(warehouse)
    await expect.poll(() => operator.failure(eventRuleList, {})).toMatchObject({ code: 200 })
    const codeOf = async (changes: Parameters<typeof rule>[0]) => (await operator.failure(eventRuleAddOrEdit, rule(changes))).code
    const everywhere = await admin.call(
      eventRuleAddOrEdit,
      rule({ name: 'Both', scope: { siteIds: ['harbor-gate', 'harbor-shop'], channels: [] } }),
    )
    expect(await codeOf({ name: 'Mine' })).toBe(200)
    expect(await codeOf({ name: 'Vehicles', trigger: { kind: 'general', eventKinds: ['vehicle'] } })).toBe(5001)
    expect(await codeOf({ name: 'Watched', scope: { siteIds: [], channels: [{ sn: warehouse.sn, chlIndex: 0 }] } })).toBe(5001)
    expect(await codeOf({ name: 'Unseen', scope: { siteIds: ['harbor-shop'], channels: [] } })).toBe(33006)
    expect((await operator.call(eventRuleList, {})).rules.map(({ name }) => name)).toEqual(['Mine'])
    expect(await operator.failure(eventRuleDelete, { ruleId: everywhere.ruleId })).toMatchObject({ code: 33070 })
  })
})
