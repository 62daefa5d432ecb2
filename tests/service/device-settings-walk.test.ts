import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { DISK_SAMPLE_MS, DISK_SAMPLES_KEPT_MS, diskHistory } from '#contract/calls/device/disk-history.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { displayLanguages } from '#contract/device-settings.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { timeZoneNames } from '#contract/time-zones.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { deep } from '#tests/support/depth.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { SimulatedFleet } from '#tests/support/simulated-fleet.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

type Change = InputOf<typeof configDeviceSet>['change']
type Plan = 'gate-exit' | 'warehouse-wall'
const PATIENCE = { timeout: 15_000, interval: 100 }
let service: TestService
let admin: ServiceClient
let simulated: SimulatedFleet
const sns = new Map<Plan, string>()

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  simulated = await SimulatedFleet.start(service, admin, ['gate-exit', 'warehouse-wall'], { trialMs: 5_000 })
  const [camera, wall] = simulated.fleet.devices
  sns.set('gate-exit', camera?.sn ?? '').set('warehouse-wall', wall?.sn ?? '')
})
afterAll(async () => {
  await simulated.stop()
  await service.close()
})

const snOf = (plan: Plan) => sns.get(plan) ?? expect.unreachable()
const set = (plan: Plan, change: Change) => admin.call(configDeviceSet, { sn: snOf(plan), change })
const get = async (plan: Plan, section: Change['section']) => (await admin.call(configDeviceGet, { sn: snOf(plan), section })).value
const isOnline = async (plan: Plan) => (await admin.call(deviceDetail, { sn: snOf(plan) })).device.status === deviceStatuses.online

/** Settings with a value that they have not by themselves. `network` is worked out from what the device has. */
const walk: { name: string; plan: Plan; change: Change }[] = [
  { name: 'name', plan: 'gate-exit', change: { section: 'general', value: { name: 'Gate at the far end' } } },
  { name: 'time zone', plan: 'gate-exit', change: { section: 'general', value: { timeZone: 'GMT-03:30 Newfoundland' } } },
  { name: 'display language', plan: 'gate-exit', change: { section: 'general', value: { language: 'he-IL' } } },
  { name: 'screen', plan: 'warehouse-wall', change: { section: 'general', value: { screenResolution: '3840x2160' } } },
  {
    name: 'events told',
    plan: 'gate-exit',
    change: {
      section: 'notify',
      value: { isEnabled: true, kinds: ['vehicle', 'plate'], schedule: [{ day: 3, fromMinute: 0, toMinute: 1440 }] },
    },
  },
  { name: 'recording', plan: 'gate-exit', change: { section: 'recording', value: { chlIndex: 0, mode: 'off' } } },
]

describe('each setting', () => {
  test('is what it was set to, whichever language and time zone that is', async () => {
    for (const language of displayLanguages)
      expect((await set('gate-exit', { section: 'general', value: { language } })).value).toMatchObject({ language })
    const apart = deep(1, 6)
    for (const timeZone of timeZoneNames.filter((_name, index) => index % apart === 0)) {
      await set('gate-exit', { section: 'general', value: { timeZone } })
      expect(await get('gate-exit', 'general')).toMatchObject({ timeZone })
    }
  })

  test('is read back, and kept by the device over its restart', async () => {
    for (const { name, plan, change } of walk) {
      await set(plan, change)
      expect(await get(plan, change.section), name).toMatchObject(kept(change))
    }
    const { section, value } = await admin.call(configDeviceGet, { sn: snOf('gate-exit'), section: 'network' })
    if (section !== 'network') expect.unreachable()
    const network = { ...value, isDhcp: false, ip: value.ip.replace(/\d+$/, '244'), dns: '1.1.1.1' }
    await set('gate-exit', { section: 'network', value: network })
    await expect.poll(async () => (await admin.call(deviceDetail, { sn: snOf('gate-exit') })).networkTrial?.state, PATIENCE).toBe('kept')
    await simulated.stop()
    simulated = await SimulatedFleet.again(service, ['gate-exit', 'warehouse-wall'], { trialMs: 5_000 })
    for (const plan of sns.keys()) await expect.poll(() => isOnline(plan), PATIENCE).toBe(true)
    for (const { name, plan, change } of walk) expect(await get(plan, change.section), name).toMatchObject(kept(change))
    expect(await get('gate-exit', 'network')).toEqual(network)
  })
})

/** How a change shows among the settings of its section. */
function kept({ section, value }: Change): object {
  return section === 'recording' ? { channels: [value] } : value
}

test('a device tells of what it is to tell, and of nothing else, within its hours', async () => {
  const camera = simulated.fleet.cameras.find(({ device }) => device.sn === snOf('gate-exit')) ?? expect.unreachable()
  const told = async () => {
    const found = await admin.call(eventSearchList, {
      fromMs: service.now - 3_600_000,
      toMs: service.now + 60_000,
      channels: [{ sn: camera.device.sn, chlIndex: 0 }],
      pageSize: 100,
    })
    return found.events.map(({ kind }) => kind).toSorted()
  }
  const always = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, toMinute: 1440 }))
  const at = { section: 'notify' as const, value: { isEnabled: true, kinds: ['motion' as const], schedule: always } }
  await set('gate-exit', at)
  simulated.tell('plate', camera.name)
  simulated.tell('motion', camera.name)
  await expect.poll(told, PATIENCE).toEqual(['motion'])
  await set('gate-exit', { ...at, value: { ...at.value, isEnabled: false } })
  simulated.tell('motion', camera.name)
  // Another day of the week, wherever the device thinks that it is.
  const other = { day: (new Date(service.now).getUTCDay() + 3) % 7, fromMinute: 0, toMinute: 1440 }
  await set('gate-exit', { ...at, value: { ...at.value, schedule: [other] } })
  simulated.tell('motion', camera.name)
  await set('gate-exit', { ...at, value: { ...at.value, kinds: ['plate'] } })
  simulated.tell('plate', camera.name)
  await expect.poll(told, PATIENCE).toEqual(['motion', 'plate'])
})

test('a device that goes away in the middle of a change says so, and is asked again when it is back', async () => {
  const { gate } = demoDevices
  const agent: DeviceAgent = await service.connectDevice(gate, [channel(0)], {
    'general-get': () => ({ name: 'Gate', language: 'en-US' }),
    'general-set': () => {
      agent.goAway(300)
      return new Promise(() => {})
    },
  })
  const change = { section: 'general', value: { language: 'fr-FR' } } as const
  expect((await admin.failure(configDeviceSet, { sn: gate.sn, change })).code).toBe(33831)
  expect((await admin.call(deviceDetail, { sn: gate.sn })).configStatus).toBe('failed')
  await expect.poll(async () => (await admin.failure(configDeviceGet, { sn: gate.sn, section: 'general' })).code, PATIENCE).toBe(200)
})

test('how full and how warm disks are is noted every three hours, and looked at by whoever may configure them', async () => {
  const { sn } = demoDevices.warehouse
  let temperatureC = 38
  let freeBytes = 3e12
  await service.connectDevice(demoDevices.warehouse, [channel(0)], {
    'storage-info': () => ({ disks: [{ diskId: 'hdd-1', model: 'T', status: 'normal', totalBytes: 4e12, freeBytes }], raid: null }),
    'disk-health': ({ diskId }) => ({ diskId, health: 'good', temperatureC, powerOnHours: 10, smart: [] }),
    'sd-status': () => ({ status: 'normal', totalBytes: 128e9, freeBytes: 64e9 }),
  })
  const samples = async (diskId: string) => (await admin.call(diskHistory, { sn, diskId })).samples
  const look = async () => {
    await admin.call(devCmdExecute, { sn, command: { name: 'storage-info' } })
    await admin.call(devCmdExecute, { sn, command: { name: 'disk-health', diskId: 'hdd-1' } })
    await admin.call(devCmdExecute, { sn, command: { name: 'sd-status' } })
  }
  await look()
  await expect.poll(() => samples('hdd-1'), PATIENCE).toMatchObject([{ usedBytes: 1e12, totalBytes: 4e12, temperatureC: 38 }])
  await expect.poll(() => samples('sd'), PATIENCE).toMatchObject([{ usedBytes: 64e9, totalBytes: 128e9, temperatureC: null }])
  service.advance(DISK_SAMPLE_MS)
  admin = await service.signIn('admin')
  temperatureC = 44
  freeBytes = 1e12
  await look()
  await expect.poll(() => samples('hdd-1'), PATIENCE).toMatchObject([{ temperatureC: 38 }, { usedBytes: 3e12, temperatureC: 44 }])
  const operator = await service.signIn('operator')
  expect((await operator.failure(diskHistory, { sn, diskId: 'hdd-1' })).code).toBe(5000)
  const newestMs = (await samples('hdd-1')).at(-1)?.atMs ?? 0
  service.advance(DISK_SAMPLES_KEPT_MS + DISK_SAMPLE_MS)
  const old = () => service.edit((db) => db.selectFrom('disk_sample').where('at_ms', '<=', newestMs).select('at_ms').execute())
  await expect.poll(old, PATIENCE).toEqual([])
})
