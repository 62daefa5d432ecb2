import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleTry } from '#contract/calls/event/event-rule-try.ts'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationTroubles } from '#contract/calls/station/station-troubles.ts'
import type { StationReport, StationWindow } from '#contract/station.ts'
import { always } from '#contract/weekly-schedule.ts'
import { agreeToAlarms, mailTo } from '#tests/support/mailbox.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'

const { gate, shop } = demoDevices
const DUTY = 'duty@harbor.example'
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.connectDevice(gate)
})
afterAll(() => service.close())

type HealthKinds = Extract<AlarmRule['trigger'], { kind: 'device-health' }>['healthKinds']
const tried = (healthKinds: HealthKinds, siteId: string) => ({
  scope: { siteIds: [siteId], channels: [] },
  trigger: { kind: 'device-health' as const, healthKinds },
  schedule: always,
  alertIntervalS: 10 as const,
})
const rule = (name: string, healthKinds: HealthKinds, siteId: string) =>
  admin.call(eventRuleAddOrEdit, { name, isEnabled: true, emails: [DUTY], ...tried(healthKinds, siteId) })
const alarmsOf = async (sn: string) => (await admin.call(alarmSearchList, { pageSize: 100 })).alarms.filter((alarm) => alarm.sn === sn)
const troublesOf = async (sn: string) => (await admin.call(stationTroubles, { sn })).troubles

const tell = (screen: StationScreen, window: Partial<StationWindow>) => tellOf(screen, [window])

function tellOf({ client }: StationScreen, windows: readonly Partial<StationWindow>[]): Promise<null> {
  const report: StationReport = {
    windows: windows.map((window) => ({ sn: gate.sn, chlIndex: 0, state: 'live', ageMs: 100, ...window })),
    shownTitle: 'Front',
    framesShown: 10,
    framesDropped: 1,
    memoryMb: null,
    pressure: 'serious',
    decodeLoad: 0.2,
    screen: '1920x1080',
    startedMs: service.now,
    start: 'start',
    version: '0.1.0',
    language: 'en-US',
  }
  return client.call(stationReportPut, report)
}

async function stationAt(name: string, siteId: string): Promise<StationScreen> {
  const screen = await StationScreen.paired(service, admin, name, siteId)
  await admin.call(stationShow, { sn: screen.sn, voId: 1, wish: { kind: 'camera', sn: gate.sn, chlIndex: 0 } })
  return screen
}

test('a picture that stands still, and one that does not come, are alarms of who asked for them by a rule, with its recipients', async () => {
  await rule('Screens', ['station-frozen', 'station-trouble'], 'harbor-gate')
  await agreeToAlarms(service, DUTY)
  const screen = await stationAt('Hall', 'harbor-gate')
  await tell(screen, {})
  expect((await admin.call(stationList, undefined)).stations.find(({ sn }) => sn === screen.sn)?.outputs[0]?.report?.pressure).toBe(
    'serious',
  )
  // Where pictures come one by one their age is no trouble.
  await tell(screen, { state: 'slow', ageMs: 9_000 })
  expect(await troublesOf(screen.sn)).toEqual([])
  await tell(screen, { state: 'frozen', ageMs: 4_000 })
  // What is over at once is history, and no alarm.
  await tell(screen, {})
  service.advance(11_000)
  await tell(screen, { state: 'frozen', ageMs: 4_000 })
  await expect.poll(() => alarmsOf(screen.sn)).toEqual([])
  service.advance(6_000)
  await expect.poll(() => alarmsOf(screen.sn)).toHaveLength(1)
  const lasting = (await troublesOf(screen.sn)).find(({ endMs }) => endMs === null)
  expect(await alarmsOf(screen.sn)).toMatchObject([
    {
      kind: 'station-frozen',
      chlIndex: null,
      ruleName: 'Screens',
      sourceName: 'Hall (1) · Camera 1',
      startedAtMs: lasting?.startMs,
      recoveredAtMs: null,
    },
  ])
  await expect
    .poll(async () => (await mailTo(service, DUTY)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Picture of a viewing station stands still: Hall/))
  service.advance(11_000)
  await tell(screen, { state: 'failed', fault: 'offline' })
  await expect.poll(async () => (await alarmsOf(screen.sn)).filter(({ recoveredAtMs }) => recoveredAtMs === null)).toEqual([])
  service.advance(11_000)
  await expect.poll(async () => (await alarmsOf(screen.sn)).map(({ kind }) => kind)).toEqual(['station-trouble', 'station-frozen'])
  // The history of the office has the same, and what was brief besides.
  expect((await troublesOf(screen.sn)).map(({ kind }) => kind)).toEqual(['offline', 'frozen', 'frozen'])
  const before = await admin.call(eventRuleTry, tried(['station-frozen', 'station-trouble'], 'harbor-gate'))
  expect(before.newest.map(({ kind }) => kind)).toEqual(['station-trouble', 'station-frozen'])
  expect((await admin.call(eventRuleTry, tried(['station-offline'], 'harbor-gate'))).total).toBe(0)
  await tell(screen, {})
  await expect.poll(async () => (await alarmsOf(screen.sn)).every(({ recoveredAtMs }) => recoveredAtMs !== null)).toBe(true)
})

test('where no rule asks for it, what screens lack is history alone; a station that is away is an alarm as of every device', async () => {
  const screen = await stationAt('Shop window', 'harbor-shop')
  const push = await service.openPush(screen.client)
  await tell(screen, { state: 'frozen', ageMs: 4_000 })
  service.advance(6_000)
  const isTold = () =>
    service.edit((db) => db.selectFrom('station_trouble').where('sn', '=', screen.sn).select('is_told').executeTakeFirst())
  await expect.poll(isTold).toEqual({ is_told: 1 })
  expect(await alarmsOf(screen.sn)).toEqual([])
  push.close()
  await push.closed
  const kinds = async () => {
    service.advance(1_000)
    return (await alarmsOf(screen.sn)).map(({ kind, recoveredAtMs }) => [kind, recoveredAtMs === null])
  }
  await expect.poll(kinds, { timeout: 10_000 }).toEqual([['station-offline', true]])
  await screen.renew()
  const again = await service.openPush(screen.client)
  await expect.poll(kinds).toEqual([['station-offline', false]])
  again.close()
})

test('a rule about devices counts for stations, one about other troubles of them does not', async () => {
  const answer = async (healthKinds: HealthKinds) => (await admin.call(eventRuleTry, tried(healthKinds, 'harbor-shop'))).newest
  expect((await answer(['device-offline'])).map(({ kind }) => kind)).toContain('station-offline')
  expect((await answer(['station-offline'])).map(({ kind }) => kind)).toEqual(['station-offline'])
  expect((await answer(['channel-offline'])).map(({ kind }) => kind)).not.toContain('station-offline')
  expect((await answer(['station-frozen'])).map(({ kind }) => kind)).toEqual(['station-frozen'])
})

/** What the alarms of a station are about, which of them last, and of which kind they are, the newest first; a second later each time. */
async function aSecondLater(sn: string) {
  service.advance(1_000)
  return (await alarmsOf(sn)).map(({ kind, sourceName, recoveredAtMs }) => [kind, sourceName, recoveredAtMs === null])
}
const lastingOf = async (sn: string) => (await troublesOf(sn)).filter(({ endMs }) => endMs === null).map(({ kind, voId }) => [kind, voId])

test('a screen that goes away while the other one of its station stays is an alarm of its own, and all of them together are one', async () => {
  const screen = await stationAt('Pair', 'harbor-shop')
  const { sn } = screen
  const first = await service.openPush(screen.client)
  await screen.renew(2)
  const second = await service.openPush(screen.client)
  service.advance(11_000)
  second.close()
  await second.closed
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual([['station-offline', 'Pair (2)', true]])
  expect((await admin.call(stationList, undefined)).stations.find((one) => one.sn === sn)).toMatchObject({
    status: 1,
    outputs: [{ isConnected: true }, { isConnected: false }],
  })
  const again = await service.openPush(screen.client)
  await expect.poll(() => aSecondLater(sn)).toEqual([['station-offline', 'Pair (2)', false]])
  for (const push of [first, again]) {
    push.close()
    await push.closed
  }
  const gone = [
    ['station-offline', 'Pair', true],
    ['station-offline', 'Pair (2)', false],
  ]
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual(gone)
  service.advance(30_000)
  expect(await aSecondLater(sn)).toEqual(gone)
  // Both began in the same moment.
  expect(new Set((await lastingOf(sn)).map(String))).toEqual(new Set(['away,1', 'away,2']))
  admin = await service.signIn('admin')
})

test('a second camera that stands still is an alarm of its own, and each is over by itself', async () => {
  const screen = await stationAt('Two cameras', 'harbor-gate')
  const { sn } = screen
  await service.connectDevice(shop)
  const cameras = [gate, shop].map((camera, winIndex) => ({ winIndex, sn: camera.sn, chlIndex: 0 }))
  const configValue = { sn, voId: 1 as const, splitNum: 4 as const, views: cameras }
  await admin.call(userConfigsPut, { configName: 'Both', configType: 'vs_view', configValue })
  const still = { state: 'frozen', ageMs: 4_000 } as const
  await tellOf(screen, [still, { sn: shop.sn }])
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual([['station-frozen', 'Two cameras (1) · Camera 1', true]])
  await tellOf(screen, [still, { ...still, sn: shop.sn }])
  const areLasting = async () => (await aSecondLater(sn)).map(([, , isLasting]) => isLasting)
  await expect.poll(areLasting, { timeout: 10_000 }).toEqual([true, true])
  await tellOf(screen, [{}, { ...still, sn: shop.sn }])
  // The newer one first.
  await expect.poll(areLasting).toEqual([true, false])
})

test('a screen that comes back ends its alarm, also when its history has forgotten that it was away', async () => {
  const screen = await stationAt('Long away', 'harbor-shop')
  const { sn } = screen
  const first = await service.openPush(screen.client)
  await screen.renew(2)
  const second = await service.openPush(screen.client)
  service.advance(11_000)
  second.close()
  await second.closed
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual([['station-offline', 'Long away (2)', true]])
  const back = await service.openPush(screen.client)
  const over = [['station-offline', 'Long away (2)', false]]
  await expect.poll(() => aSecondLater(sn)).toEqual(over)
  back.close()
  await back.closed
  await service.edit((db) => db.updateTable('alarm').set({ recovered_at_ms: null }).where('sn', '=', sn).execute())
  const again = await service.openPush(screen.client)
  await expect.poll(() => aSecondLater(sn)).toEqual(over)
  for (const push of [first, again]) push.close()
})

test('an alarm from before each screen had its own lasts as long as the trouble that it is about', async () => {
  const screen = await stationAt('Before', 'harbor-gate')
  const { sn } = screen
  const still = { state: 'frozen', ageMs: 4_000 } as const
  await tell(screen, still)
  const lasting = ['station-frozen', 'Before (1) · Camera 1', true]
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual([lasting])
  await service.edit((db) => db.updateTable('alarm').set({ screen_key: null }).where('sn', '=', sn).execute())
  const push = await service.openPush(screen.client)
  expect(await aSecondLater(sn)).toEqual([lasting])
  await tell(screen, {})
  await expect.poll(() => aSecondLater(sn)).toEqual([['station-frozen', 'Before (1) · Camera 1', false]])
  push.close()
})

test('what troubles a screen goes on over a restart of the service, and ends when the screen does not come back', async () => {
  const screen = await stationAt('Over a restart', 'harbor-gate')
  const { sn } = screen
  const push = await service.openPush(screen.client)
  await tell(screen, { state: 'frozen', ageMs: 4_000 })
  await expect.poll(() => aSecondLater(sn), { timeout: 10_000 }).toEqual([['station-frozen', 'Over a restart (1) · Camera 1', true]])
  await service.restart()
  await push.closed
  admin = await service.signIn('admin')
  expect(await lastingOf(sn)).toEqual([['frozen', 1]])
  const lasting = async () => {
    service.advance(1_000)
    return lastingOf(sn)
  }
  await expect.poll(lasting, { timeout: 15_000 }).toEqual([['away', 1]])
  await expect.poll(async () => (await alarmsOf(sn)).find(({ kind }) => kind === 'station-frozen')?.recoveredAtMs).not.toBeNull()
  await service.connectDevice(gate)
})

test('a station whose last screen has gone has no alarm about that screen in the moment before the station itself is held for away', async () => {
  const { sn, client } = await stationAt('Between', 'harbor-shop')
  const push = await service.openPush(client)
  service.advance(11_000)
  const trouble = {
    sn,
    vo_id: 1,
    camera_sn: null,
    chl_index: null,
    camera_name: null,
    start_ms: service.now - 11_000,
    end_ms: null,
    is_told: 0,
  }
  await service.edit(async (db) => {
    await db.updateTable('station_output').set({ node_id: null, gone_ms: null }).where('sn', '=', sn).execute()
    const kinds = [{ kind: 'away' }, { kind: 'frozen', camera_sn: gate.sn, chl_index: 0, camera_name: 'Camera 1' }] as const
    await db
      .insertInto('station_trouble')
      .values(kinds.map((kind) => ({ ...trouble, ...kind, id: `between-${kind.kind}` })))
      .execute()
  })
  const told = () =>
    service.edit((db) => db.selectFrom('station_trouble').where('sn', '=', sn).select(['kind', 'is_told']).orderBy('kind').execute())
  // What else lasts is looked at in the same moment.
  await expect.poll(told).toEqual([
    { kind: 'away', is_told: 0 },
    { kind: 'frozen', is_told: 1 },
  ])
  expect(await alarmsOf(sn)).toEqual([])
  push.close()
  await push.closed
  await admin.call(deviceUnbind, { sn })
})

test('a station whose permission the office takes back is no trouble, and has none any more', async () => {
  const screen = await stationAt('Out of service', 'harbor-shop')
  const { sn } = screen
  const push = await service.openPush(screen.client)
  await admin.call(stationRevoke, { sn })
  await push.closed
  const away = await stationAt('Out of service later', 'harbor-shop')
  const gone = await service.openPush(away.client)
  gone.close()
  await gone.closed
  await expect.poll(() => aSecondLater(away.sn), { timeout: 15_000 }).toEqual([['station-offline', 'Out of service later', true]])
  await admin.call(stationRevoke, { sn: away.sn })
  expect(await aSecondLater(away.sn)).toEqual([['station-offline', 'Out of service later', false]])
  expect([await lastingOf(sn), await lastingOf(away.sn)]).toEqual([[], []])
  expect([await troublesOf(sn), await alarmsOf(sn)]).toEqual([[], []])
  expect((await admin.call(stationList, undefined)).stations.find((one) => one.sn === sn)).toMatchObject({ status: 2, isPaired: false })
})

/** How many rows of each table are kept of a station. */
const rowsOf = (sn: string) =>
  service.edit((db) =>
    Promise.all(
      (['station', 'station_output', 'station_trouble', 'station_alarm'] as const).map(
        async (table) => (await db.selectFrom(table).where('sn', '=', sn).select('sn').execute()).length,
      ),
    ),
  )

test('a station that is taken away has left nothing, and no alarm about its screens, as soon as that is answered', async () => {
  const screen = await stationAt('Going', 'harbor-gate')
  await tell(screen, { state: 'frozen', ageMs: 4_000 })
  service.advance(11_000)
  await expect.poll(async () => (await alarmsOf(screen.sn)).length).toBe(1)
  const [{ alarmId } = { alarmId: '' }] = await alarmsOf(screen.sn)
  const atFront = { sn: screen.sn, vo_id: 1, alarm_id: alarmId, raised_ms: service.now }
  await service.edit((db) => db.insertInto('station_alarm').values(atFront).execute())
  expect(await rowsOf(screen.sn)).toEqual([1, 2, 1, 1])
  await admin.call(deviceUnbind, { sn: screen.sn })
  expect(await rowsOf(screen.sn)).toEqual([0, 0, 0, 0])
  expect((await alarmsOf(screen.sn))[0]?.recoveredAtMs).not.toBeNull()
})

test('a station is taken away with all that is kept of it, or not at all', async () => {
  const { sn } = await stationAt('Held', 'harbor-gate')
  // A row of it cannot be deleted.
  await service.edit(async (db) => {
    await sql`create table held (sn text, vo_id integer, foreign key (sn, vo_id) references station_output (sn, vo_id))`.execute(db)
    await sql`insert into held values (${sn}, 1)`.execute(db)
  })
  await expect(admin.call(deviceUnbind, { sn })).rejects.toThrow('HTTP 500')
  expect(await rowsOf(sn)).toEqual([1, 2, 0, 0])
  expect((await admin.call(stationList, undefined)).stations.find((one) => one.sn === sn)).toMatchObject({ isPaired: true })
  await service.edit((db) => sql`drop table held`.execute(db))
  await admin.call(deviceUnbind, { sn })
  expect(await rowsOf(sn)).toEqual([0, 0, 0, 0])
})
