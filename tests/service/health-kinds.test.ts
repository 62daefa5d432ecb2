import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import type { HealthKind } from '#contract/calls/health/health-line.ts'
import { healthSummary } from '#contract/calls/health/health-summary.ts'
import type { RecordingSettings } from '#contract/device-settings.ts'
import { deviceTypes } from '#contract/enums.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import type { Db } from '#server/db/open.ts'
import { afterAnswer, daysOfRoom, troublesOf, type ToldState } from '#server/health/told-state.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { archiveRow } from '#tests/support/archive-row.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop, warehouse } = demoDevices
const organization_id = 'harbor-logistics'
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let manager: ServiceClient

/** How the recorder of the warehouse is at the moment. */
const recorder = {
  card: 'normal' as 'normal' | 'failed',
  health: 'good' as 'good' | 'warning',
  dayBytes: undefined as number | undefined,
  keepDays: null as number | null,
}
const commands: CommandHandlers = {
  'sd-status': () => ({ status: recorder.card, totalBytes: 64e9, freeBytes: 1e9 }),
  'disk-health': ({ diskId }) => ({ diskId, health: recorder.health, temperatureC: 40, powerOnHours: 10, smart: [] }),
  'storage-info': () => ({ disks: [{ diskId: 'hdd-1', model: 'T', status: 'normal', totalBytes: 4e12, freeBytes: 1e12 }], raid: null }),
  'record-get': () => ({
    channels: [{ chlIndex: 0, mode: 'continuous', keep: { days: recorder.keepDays, gigabytes: null } }],
    store: {
      disk: 'normal',
      keptDays: 30,
      usedBytes: 1e12,
      totalBytes: 4e12,
      ...(recorder.dayBytes !== undefined && { dayBytes: recorder.dayBytes }),
    },
  }),
}

beforeAll(async () => {
  service = await TestService.start()
  ;[admin, operator, manager] = await Promise.all([service.signIn('admin'), service.signIn('operator'), service.signIn('manager')])
  await service.connectDevice(gate, [channel(0)])
  await service.connectDevice(shop, [channel(0), channel(1)])
  await service.connectDevice({ ...warehouse, devType: deviceTypes.nvr }, [channel(0)], commands)
})
afterAll(() => service.close())

const lineOf = async (kind: HealthKind, client = admin) => (await client.call(healthSummary, null)).lines.find((line) => line.kind === kind)
const comes = (kind: HealthKind, what: object) => vi.waitFor(async () => expect(await lineOf(kind)).toMatchObject(what))
const goes = (kind: HealthKind) => vi.waitFor(async () => expect(await lineOf(kind)).toBeUndefined())

test('a recorder tells for how many days its disks hold what it writes, and a warning says when that is less than is to be kept', async () => {
  const ask = () => admin.call(configDeviceGet, { sn: warehouse.sn, section: 'recording' })
  const storage = async (client = admin) => (await client.call(healthSummary, null)).storage
  await ask()
  expect(await storage()).toBeNull()
  recorder.dayBytes = 0.4e12
  await ask()
  await comes('storage-short', { sn: warehouse.sn, name: 'Warehouse', days: 10, count: 30 })
  expect(await storage()).toEqual({ sn: warehouse.sn, name: 'Warehouse', days: 10 })
  expect(await storage(operator)).toMatchObject({ days: 10 })
  // Who does not see the recorder hears nothing of it.
  expect(await storage(manager)).toBeNull()
  expect(await lineOf('storage-short', manager)).toBeUndefined()
  // No longer than a week is asked for.
  recorder.keepDays = 7
  await ask()
  await goes('storage-short')
  expect(await storage()).toMatchObject({ days: 10 })
  Object.assign(recorder, { keepDays: null, dayBytes: 0.1e12 })
  await ask()
  await vi.waitFor(async () => expect(await storage()).toMatchObject({ days: 40 }))
  expect(await lineOf('storage-short')).toBeUndefined()
})

test('a recorder that does not tell what a day takes is believed by what it has kept', () => {
  const nowMs = 100 * DAY_MS
  const disk = { diskId: 'hdd-1', model: 'T', status: 'normal', totalBytes: 4e12, freeBytes: 0 } as const
  const channelOf = (
    chlIndex: number,
    bytes: number,
    oldestMs: number | null,
    days: number | null,
  ): RecordingSettings['channels'][number] => ({
    chlIndex,
    mode: 'continuous',
    keep: { days, gigabytes: null },
    kept: { bytes, oldestMs },
  })
  const told = (...channels: RecordingSettings['channels']): ToldState =>
    afterAnswer({ storage: { disks: [disk], raid: null } }, { name: 'record-get', request: {}, result: { channels } }, nowMs)
  // 100 GB and 300 GB a day on 4 TB.
  const two = told(channelOf(0, 1e12, nowMs - 10 * DAY_MS, null), channelOf(1, 0.6e12, nowMs - 2 * DAY_MS, 14))
  expect(daysOfRoom(two)).toBe(10)
  // One of them is to be kept for as long as there is room: nobody said for how long.
  expect(troublesOf(two, [], nowMs)).toEqual([])
  const asked = told(channelOf(0, 1e12, nowMs - 10 * DAY_MS, 9), channelOf(1, 0.6e12, nowMs - 2 * DAY_MS, 14))
  expect(troublesOf(asked, [], nowMs)).toEqual([{ kind: 'storage-short', days: 10, count: 14, sinceMs: nowMs }])
  // A minute says nothing of a day, and of what is not recorded nothing is known.
  expect(daysOfRoom(told(channelOf(0, 1e9, nowMs - 60_000, 9)))).toBeUndefined()
  expect(daysOfRoom(told({ ...channelOf(0, 1e12, nowMs - DAY_MS, 9), mode: 'off' }))).toBeUndefined()
  expect(daysOfRoom({})).toBeUndefined()
})

const told: [HealthKind, Parameters<typeof devCmd>[0], Partial<typeof recorder>, object][] = [
  ['card-failed', { name: 'sd-status' }, { card: 'failed' }, {}],
  ['disk-warning', { name: 'disk-health', diskId: 'hdd-1' }, { health: 'warning' }, { part: 'hdd-1' }],
]
const devCmd = (command: { name: 'sd-status' } | { name: 'disk-health'; diskId: string }) =>
  admin.call(devCmdExecute, { sn: warehouse.sn, command })
test.each(told)('%s is told once the device has said so, and goes with it', async (kind, command, fault, what) => {
  await devCmd({ name: 'disk-health', diskId: 'hdd-1' })
  await admin.call(devCmdExecute, { sn: warehouse.sn, command: { name: 'storage-info' } })
  Object.assign(recorder, fault)
  await devCmd(command)
  await comes(kind, { sn: warehouse.sn, name: 'Warehouse', ...what })
  expect(await lineOf(kind, manager)).toBeUndefined()
  Object.assign(recorder, { card: 'normal', health: 'good' })
  await devCmd(command)
  await goes(kind)
})

/** What is written into the tables, what is told of it then, to whom, and how it goes again. */
const written: [HealthKind, (db: Db) => Promise<unknown>, object, 'everybody' | 'administrators', (db: Db) => Promise<unknown>][] = [
  ['licence-missing', (db) => giveFreeChannels(db, 1), { count: 3 }, 'everybody', (db) => db.deleteFrom('licence_account').execute()],
  [
    'licence-ending',
    (db) => db.insertInto('licence').values(licenceOf(5)).execute(),
    { days: 5 },
    'everybody',
    (db) => db.deleteFrom('licence').execute(),
  ],
  [
    'cloud-ending',
    (db) => db.insertInto('cloud_term').values(cloudTermOf(3)).execute(),
    { count: 1, days: 3 },
    'administrators',
    (db) => db.deleteFrom('cloud_term').execute(),
  ],
  [
    'archive-full',
    (db) => db.insertInto('archive').values(archiveRow(service.now, tenantLimits.archiveBytes)).execute(),
    {},
    'administrators',
    (db) => db.deleteFrom('archive').execute(),
  ],
  [
    'mail-spent',
    (db) => db.insertInto('day_usage').values({ organization_id, what: 'mail', day: today(), amount: 1, is_told: 1 }).execute(),
    { count: tenantLimits.aDay.mail },
    'administrators',
    (db) => db.deleteFrom('day_usage').execute(),
  ],
  [
    'version-behind',
    (db) => db.updateTable('device').set({ version: '0.9' }).where('sn', '=', gate.sn).execute(),
    { name: 'T-1', part: '1.0', count: 1 },
    'everybody',
    (db) => db.updateTable('device').set({ version: '1.0' }).where('sn', '=', gate.sn).execute(),
  ],
  [
    'alarms-open',
    (db) => db.insertInto('alarm').values(alarmOf()).execute(),
    { count: 1, siteId: 'harbor-gate' },
    'everybody',
    (db) => db.deleteFrom('alarm').execute(),
  ],
]
test.each(written)('%s is told to those whom it concerns, until it is over', async (kind, write, what, whom, end) => {
  expect(await lineOf(kind)).toBeUndefined()
  await service.edit(write)
  expect(await lineOf(kind)).toMatchObject(what)
  if (whom === 'everybody') expect(await lineOf(kind, operator)).toMatchObject(what)
  else expect(await lineOf(kind, operator)).toBeUndefined()
  await service.edit(end)
  expect(await lineOf(kind)).toBeUndefined()
})

const today = () => Math.floor(service.now / DAY_MS)

function giveFreeChannels(db: Db, free_chl_num: number) {
  return db
    .insertInto('licence_account')
    .values({ organization_id, free_chl_num, revision: 1 })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ free_chl_num }))
    .execute()
}

/** A term that began yesterday and ends in so many days, whatever it is of. */
function termOf(id: string, days: number) {
  const endsAtMs = service.now + days * DAY_MS
  const status = { status: licenceStatuses.expiring, ends_at_ms: endsAtMs, remaining_ms: null, due_at_ms: endsAtMs }
  const begun = { starts_at_ms: service.now - DAY_MS, created_at_ms: service.now - DAY_MS }
  return { id, organization_id, order_id: `order of ${id}`, ...status, ...begun }
}

function licenceOf(days: number) {
  return { ...termOf('ending', days), license_type: 'paid' as const, chl_num: 8, free_chl_num: 0, duration_type: durationTypes.years2 }
}

function cloudTermOf(days: number) {
  const bought = { goods_id: 'event-7', triggers: 'motion', is_trial: 0, duration_type: durationTypes.days30 } as const
  return { ...termOf('cloud-ending', days), sn: gate.sn, chl_index: 0, ...bought }
}

function alarmOf() {
  const atMs = service.now - 60_000
  return {
    id: 'open',
    organization_id,
    site_id: 'harbor-gate',
    site_name: 'Gate',
    sn: gate.sn,
    chl_index: 0,
    kind: 'motion' as const,
    source_name: 'Gate',
    started_at_ms: atMs,
    recovered_at_ms: atMs,
    rule_id: 'rule',
    rule_name: 'Rule',
  }
}
