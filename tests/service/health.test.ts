import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { deviceInfoGet } from '#contract/calls/device/device-info-get.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { healthKnow } from '#contract/calls/health/health-know.ts'
import type { HealthKind } from '#contract/calls/health/health-line.ts'
import { healthSummary } from '#contract/calls/health/health-summary.ts'
import { channelStatuses, deviceTypes } from '#contract/enums.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { randomId } from '#server/runtime/secrets.ts'
import { LEAST_DROPPED } from '#server/health/stream-drops.ts'
import { gapIn } from '#server/health/told-state.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { archiveRow } from '#tests/support/archive-row.ts'
import { recorderStand, slowDisk } from '#tests/support/record-clip.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera } from '#tests/support/test-source.ts'

const { gate, shop, warehouse } = demoDevices
const MINUTE_MS = 60_000
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let guard: ServiceClient
let agent: DeviceAgent

/** How the recorder of the warehouse is at the moment. */
const recorder = {
  disk: 'normal' as 'normal' | 'failed' | 'unformatted',
  raid: 'normal' as 'normal' | 'degraded' | 'rebuilding' | 'failed',
  health: 'good' as 'good' | 'warning' | 'failing',
  store: 'normal' as 'normal' | 'full' | 'slow' | 'failed',
  /** Nothing was recorded between these. */
  gap: undefined as { startMs: number; endMs: number } | undefined,
  asked: 0,
}
const commands: CommandHandlers = {
  'storage-info': () => {
    recorder.asked += 1
    return {
      disks: [{ diskId: 'hdd-1', model: 'T', status: recorder.disk, totalBytes: 4e12, freeBytes: 1e12 }],
      raid: { level: '5', status: recorder.raid },
    }
  },
  'disk-health': ({ diskId }) => ({ diskId, health: recorder.health, temperatureC: 40, powerOnHours: 10, smart: [] }),
  'record-get': () => ({
    channels: [
      { chlIndex: 0, mode: 'continuous' },
      { chlIndex: 1, mode: 'events' },
    ],
    store: { disk: recorder.store, keptDays: 30, usedBytes: 1, totalBytes: 2 },
  }),
  'record-log': ({ startMs, endMs }) => {
    const { gap } = recorder
    const type = 'SCHEDULE' as const
    const parts = gap
      ? [
          { startMs, endMs: gap.startMs, type },
          { startMs: gap.endMs, endMs: 0, type },
        ]
      : [{ startMs, endMs, type }]
    return { segments: parts, isMore: false }
  },
}

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  guard = await service.signIn('guard')
  await service.connectDevice(gate, [channel(0)])
  await service.connectDevice(shop, [channel(0), channel(1)])
  agent = await service.connectDevice({ ...warehouse, devType: deviceTypes.nvr }, [channel(0), channel(1)], commands)
})
afterAll(() => service.close())

/** Lets the time go on; sessions that nobody used meanwhile have ended. */
async function later(ms: number): Promise<void> {
  service.advance(ms)
  ;[admin, operator, guard] = await Promise.all([service.signIn('admin'), service.signIn('operator'), service.signIn('guard')])
}

const summaryOf = (client: ServiceClient) => client.call(healthSummary, null)
const linesOf = async (client: ServiceClient, ...kinds: HealthKind[]) =>
  (await summaryOf(client)).lines.filter(({ kind }) => kinds.includes(kind))
const lineOf = async (kind: HealthKind, client = admin) => (await linesOf(client, kind))[0]

describe('the health of the system', () => {
  test('says nothing of what is well, and what was looked at', async () => {
    const { lines, checked, toDo, total } = await summaryOf(admin)
    expect(lines).toEqual([])
    expect([toDo, total]).toEqual([0, 0])
    expect(checked).toMatchObject({ sites: 3, devices: 3, cameras: 5 })
  })

  test('tells of a device that is gone, and of one of its cameras, until they are back, to those who see them', async () => {
    agent.setChannels([channel(0), { ...channel(1), status: channelStatuses.offline }])
    await vi.waitFor(async () =>
      expect(await lineOf('camera-offline')).toMatchObject({ sn: warehouse.sn, chlIndex: 1, siteId: 'harbor-warehouse' }),
    )
    expect(await linesOf(operator, 'camera-offline')).toHaveLength(1)
    expect(await linesOf(guard, 'camera-offline')).toEqual([])
    await agent.stop()
    await vi.waitFor(async () => expect(await lineOf('device-offline')).toMatchObject({ sn: warehouse.sn, siteName: 'Warehouse North' }))
    expect(await linesOf(admin, 'camera-offline')).toEqual([])
    const { sites, toDo } = await summaryOf(admin)
    expect(sites).toEqual([{ siteId: 'harbor-warehouse', worst: 'device-offline', lines: 1 }])
    expect(toDo).toBe(1)
    expect((await summaryOf(guard)).sites).toEqual([])
    agent = await service.connectDevice({ ...warehouse, devType: deviceTypes.nvr }, [channel(0), channel(1)], commands)
    await vi.waitFor(async () => expect((await summaryOf(admin)).lines).toEqual([]))
  })

  test('tells of a site whose devices are all gone in one line', async () => {
    const second = { sn: 'SECOND0001', securityCode: 'SECONDCODE' }
    const extra = await service.connectDevice(second)
    await admin.call(deviceBind, { ...second, siteId: 'harbor-warehouse', name: 'Second' })
    await extra.stop()
    await vi.waitFor(async () => expect(await lineOf('device-offline')).toMatchObject({ name: 'Second' }))
    await agent.stop()
    await vi.waitFor(async () => expect(await lineOf('site-offline')).toMatchObject({ siteId: 'harbor-warehouse', count: 2 }))
    expect(await linesOf(admin, 'device-offline')).toEqual([])
    await admin.call(deviceUnbind, { sn: second.sn })
    agent = await service.connectDevice({ ...warehouse, devType: deviceTypes.nvr }, [channel(0), channel(1)], commands)
    await vi.waitFor(async () => expect((await summaryOf(admin)).lines).toEqual([]))
  })

  const faults: [string, HealthKind, Partial<typeof recorder>][] = [
    ['a disk that fails', 'disk-failed', { disk: 'failed' }],
    ['a disk without a format', 'disk-unformatted', { disk: 'unformatted' }],
    ['a RAID that lost a disk', 'raid-degraded', { raid: 'degraded' }],
    ['a RAID that is lost', 'raid-failed', { raid: 'failed' }],
    ['a RAID that is built anew', 'raid-rebuilding', { raid: 'rebuilding' }],
  ]
  test.each(faults)('tells of %s once somebody has looked at the device', async (_what, kind, fault) => {
    Object.assign(recorder, fault)
    await admin.call(deviceInfoGet, { sn: warehouse.sn })
    await vi.waitFor(async () => expect(await lineOf(kind)).toMatchObject({ sn: warehouse.sn, name: 'Warehouse' }))
    expect(await linesOf(guard, kind)).toEqual([])
    Object.assign(recorder, { disk: 'normal', raid: 'normal' })
    await admin.call(deviceInfoGet, { sn: warehouse.sn })
    await vi.waitFor(async () => expect(await lineOf(kind)).toBeUndefined())
  })

  test.each(['full', 'slow', 'failed'] as const)('tells of a store that is %s', async (store) => {
    recorder.store = store
    await admin.call(configDeviceGet, { sn: warehouse.sn, section: 'recording' })
    await vi.waitFor(async () => expect(await lineOf(`disk-${store}`)).toMatchObject({ sn: warehouse.sn }))
    recorder.store = 'normal'
    await admin.call(configDeviceGet, { sn: warehouse.sn, section: 'recording' })
    await vi.waitFor(async () => expect(await lineOf(`disk-${store}`)).toBeUndefined())
  })

  test('tells of a recorder whose disk is too slow for its camera, until it has caught up', async () => {
    const slow = slowDisk()
    const { recorder: bridge, folder, channel: channelOf } = await recorderStand({ disk: slow.disk })
    const device = { sn: 'SLOWDISK01', securityCode: 'SLOWCODE1' }
    const { channel: recorded, camera } = channelOf(device.sn)
    const slowOne = await service.connectDevice(device, [channel(0)], recorded.commands)
    await admin.call(deviceBind, { ...device, siteId: 'harbor-warehouse', name: 'Slow' })
    const look = () => admin.call(configDeviceGet, { sn: device.sn, section: 'recording' })
    camera.open()
    await look()
    expect(await lineOf('disk-slow')).toBeUndefined()
    slow.stall()
    while (bridge.health.state === 'normal') {
      camera.film(900)
      await new Promise(setImmediate)
    }
    await look()
    await vi.waitFor(async () => expect(await lineOf('disk-slow')).toMatchObject({ sn: device.sn, name: 'Slow' }))
    slow.goOn()
    await vi.waitFor(async () => {
      camera.film(15)
      await look()
      expect(await lineOf('disk-slow')).toBeUndefined()
    }, 20_000)
    await slowOne.stop()
    await admin.call(deviceUnbind, { sn: device.sn })
    await recorded.stop()
    await bridge.close()
    await rm(folder, { recursive: true })
  }, 60_000)

  test('asks devices by itself, not more often than it should, and finds what is missing of a recording', async () => {
    recorder.health = 'failing'
    await later(16 * MINUTE_MS)
    await vi.waitFor(async () => expect(await lineOf('disk-failing')).toMatchObject({ part: 'hdd-1', sn: warehouse.sn }), 10_000)
    const asked = recorder.asked
    await later(10_000)
    await summaryOf(admin)
    expect(recorder.asked).toBe(asked)
    // Known to record all the time from here on.
    const { startMs, endMs } = { startMs: service.now + 100 * MINUTE_MS, endMs: service.now + 130 * MINUTE_MS }
    Object.assign(recorder, { gap: { startMs, endMs }, health: 'good' })
    await later(180 * MINUTE_MS)
    await vi.waitFor(async () => {
      expect(await lineOf('recording-gap')).toMatchObject({ sn: warehouse.sn, chlIndex: 0, sinceMs: startMs, untilMs: endMs, count: 1 })
    }, 10_000)
    expect(recorder.asked).toBeGreaterThan(asked)
    expect(await linesOf(guard, 'recording-gap')).toEqual([])
    recorder.gap = undefined
    await later(16 * MINUTE_MS)
    await vi.waitFor(async () => expect((await summaryOf(admin)).lines).toEqual([]), 10_000)
  }, 60_000)

  test('forgets what a device told when it leaves the organization', async () => {
    recorder.disk = 'failed'
    await admin.call(deviceInfoGet, { sn: warehouse.sn })
    await vi.waitFor(async () => expect(await lineOf('disk-failed')).toBeDefined())
    await admin.call(deviceUnbind, { sn: warehouse.sn })
    expect(await lineOf('disk-failed')).toBeUndefined()
    const { sn, securityCode, name } = warehouse
    await admin.call(deviceBind, { sn, securityCode, name, siteId: 'harbor-warehouse' })
    expect(await lineOf('disk-failed')).toBeUndefined()
    recorder.disk = 'normal'
  })

  test('tells administrators alone of mail that nobody takes and of space that is running out', async () => {
    await service.edit(async (db) => {
      const mail = {
        subject: 'A subject',
        body: 'A body',
        attachments_json: '[]',
        organization_id: 'harbor-logistics',
        next_try_at_ms: service.now + DAY_MS,
      }
      await db
        .insertInto('mail')
        .values({ ...mail, id: randomId(), to_address: 'nobody@harbor.example', tries: 3, created_at_ms: service.now - 5 * MINUTE_MS })
        .execute()
      await db
        .insertInto('mail')
        .values({ ...mail, id: randomId(), to_address: 'nobody@other.example', organization_id: 'other', tries: 3, created_at_ms: 1 })
        .execute()
      const today = Math.floor(service.now / DAY_MS)
      await db
        .insertInto('archive_space')
        .values({ organization_id: 'harbor-logistics', day: today - 2, used_bytes: 0 })
        .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet({ used_bytes: 0 }))
        .execute()
      await db
        .insertInto('archive')
        .values(archiveRow(service.now, tenantLimits.archiveBytes / 2))
        .execute()
    })
    expect(await lineOf('mail-waiting')).toMatchObject({ count: 1 })
    // Half of the space in two days: as long again.
    expect(await lineOf('archive-filling')).toMatchObject({ days: 2 })
    expect((await summaryOf(admin)).archive).toMatchObject({ usedBytes: tenantLimits.archiveBytes / 2, days: 2 })
    expect(await linesOf(operator, 'mail-waiting', 'archive-filling')).toEqual([])
    expect((await summaryOf(operator)).archive).toBeNull()
    await service.edit(async (db) => {
      await db.deleteFrom('archive').where('id', '=', 'large').execute()
      await db.deleteFrom('mail').where('subject', '=', 'A subject').execute()
    })
  })

  test('tells of a camera whose pictures the line to who watches does not take, until it does, to those who see it', async () => {
    const pier = { sn: 'DROPPING01', securityCode: 'DROPPINGCODE' }
    const { source, agent: pierAgent } = await connectCamera(service.url, pier)
    await admin.call(deviceBind, { ...pier, siteId: 'harbor-gate', name: 'Pier' })
    source.main.film(true)
    const slow = await MediaViewer.open(admin)
    const quick = await MediaViewer.open(guard)
    for (const viewer of [slow, quick]) {
      viewer.openChannel(0, pier.sn)
      await viewer.until(() => viewer.units().length === 1, 'the first picture')
    }
    slow.socket.pause()
    const push = await service.openPush(operator)
    /** Each group waits for the quick viewer, so that nobody but the slow one is behind. */
    const film = async (bytes: number) => {
      for (let count = 0; count < 10; count += 1) source.main.film(count === 0, bytes)
      await quick.until(() => quick.units().length === source.main.filmed.length, 'every picture')
    }
    while (service.stats.unitsDropped === 0) await film(60_000)
    while (service.stats.unitsDropped < 2 * LEAST_DROPPED) await film(500)

    service.advance(10_000)
    await push.next('resource-changed', { resource: 'health' })
    push.close()
    const place = { sn: pier.sn, chlIndex: 0, name: 'Camera', siteId: 'harbor-gate' }
    expect(await lineOf('stream-dropping')).toMatchObject({ ...place, count: service.stats.unitsDropped })
    expect(await linesOf(guard, 'stream-dropping')).toHaveLength(1)
    expect(await linesOf(await service.signIn('manager'), 'stream-dropping')).toEqual([])
    expect(await linesOf(await service.signIn('stranger'), 'stream-dropping')).toEqual([])

    slow.socket.terminate()
    await later(6 * MINUTE_MS)
    await vi.waitFor(async () => expect(await lineOf('stream-dropping')).toBeUndefined())
    await admin.call(deviceUnbind, { sn: pier.sn })
    quick.close()
    await pierAgent.stop()
  })

  test('lets administrators say that something is known, until then and for all of the organization', async () => {
    recorder.raid = 'degraded'
    await admin.call(deviceInfoGet, { sn: warehouse.sn })
    await vi.waitFor(async () => expect(await lineOf('raid-degraded')).toBeDefined())
    const key = (await lineOf('raid-degraded'))?.key ?? ''
    expect((await operator.failure(healthKnow, { line: key, untilMs: service.now + DAY_MS })).code).toBe(5000)
    expect((await admin.failure(healthKnow, { line: 'raid-degraded nowhere', untilMs: service.now + DAY_MS })).code).toBe(33745)
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(healthKnow, { line: key, untilMs: service.now + DAY_MS })).code).toBe(33745)
    const push = await service.openPush(operator)
    await admin.call(healthKnow, { line: key, untilMs: service.now + DAY_MS })
    await push.next('resource-changed', { resource: 'health' })
    push.close()
    expect(await lineOf('raid-degraded', operator)).toMatchObject({ known: { byName: expect.any(String) as string } })
    expect(await summaryOf(operator)).toMatchObject({ toDo: 0, sites: [] })
    await later(DAY_MS + MINUTE_MS)
    expect((await lineOf('raid-degraded'))?.known).toBeUndefined()
    await admin.call(healthKnow, { line: key, untilMs: service.now + DAY_MS })
    await admin.call(healthKnow, { line: key, untilMs: null })
    expect((await lineOf('raid-degraded'))?.known).toBeUndefined()
  })
})

test('a gap is what no segment covers, however they overlap, and no shorter than a minute', () => {
  const hour = (from: number, until: number) => ({ startMs: from * MINUTE_MS, endMs: until * MINUTE_MS, type: 'SCHEDULE' as const })
  expect(gapIn([hour(0, 30), hour(20, 60)], 0, 60 * MINUTE_MS)).toBeUndefined()
  expect(gapIn([hour(0, 10), hour(10.9, 60)], 0, 60 * MINUTE_MS)).toBeUndefined()
  expect(gapIn([hour(20, 30), hour(0, 10), hour(40, 0)], 0, 60 * MINUTE_MS)).toEqual({
    startMs: 30 * MINUTE_MS,
    endMs: 40 * MINUTE_MS,
    count: 2,
  })
  expect(gapIn([], 0, 60 * MINUTE_MS)).toEqual({ startMs: 0, endMs: 60 * MINUTE_MS, count: 1 })
  expect(gapIn([hour(0, 50)], 0, 60 * MINUTE_MS)).toEqual({ startMs: 50 * MINUTE_MS, endMs: 60 * MINUTE_MS, count: 1 })
})
