import { afterAll, beforeAll, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { NetworkSettings } from '#contract/device-settings.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { SimulatedFleet } from '#tests/support/simulated-fleet.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const PATIENCE = { timeout: 15_000, interval: 100 }
const TRIAL_MS = 1_500
let service: TestService
let admin: ServiceClient
let simulated: SimulatedFleet
let sn: string

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  simulated = await SimulatedFleet.start(service, admin, ['gate-exit'], { trialMs: TRIAL_MS })
  sn = simulated.fleet.devices[0]?.sn ?? expect.unreachable()
})
afterAll(async () => {
  await simulated.stop()
  await service.close()
})

const detail = (of = sn) => admin.call(deviceDetail, { sn: of })
const trialState = async (of = sn) => (await detail(of)).networkTrial?.state
async function network(of = sn): Promise<NetworkSettings> {
  const { section, value } = await admin.call(configDeviceGet, { sn: of, section: 'network' })
  return section === 'network' ? value : expect.unreachable()
}
const change = (value: NetworkSettings, of = sn) =>
  admin.failure(configDeviceSet, { sn: of, change: { section: 'network', value } }).then(({ code }) => code)
const elsewhere = { isDhcp: false, ip: '10.77.0.9', subnetMask: '255.255.255.0', gateway: '10.77.0.1', dns: '10.77.0.1' }

test('a device that is reached under its new address keeps it, over a restart too', async () => {
  const before = await network()
  const wanted = { ...before, isDhcp: false, ip: before.ip.replace(/\d+$/, '231') }
  expect(await change(wanted)).toBe(200)
  await expect.poll(() => trialState(), PATIENCE).toBe('kept')
  const { networkTrial, configStatus } = await detail()
  expect(networkTrial).toMatchObject({ wanted, before })
  expect(configStatus).toBe('applied')
  expect(await network()).toEqual(wanted)
  await simulated.stop()
  simulated = await SimulatedFleet.again(service, ['gate-exit'], { trialMs: TRIAL_MS })
  await expect.poll(async () => (await detail()).device.status, PATIENCE).toBe(deviceStatuses.online)
  expect(await network()).toEqual(wanted)
  expect(await trialState()).toBe('kept')
})

test('one that its new addresses cut off is away, and comes back with its old ones', async () => {
  const before = await network()
  expect(await change(elsewhere)).toBe(200)
  await expect.poll(async () => (await detail()).device.status, PATIENCE).toBe(deviceStatuses.offline)
  const { networkTrial } = await detail()
  expect(networkTrial).toMatchObject({ state: 'trying', wanted: elsewhere, before, endedMs: null })
  expect((networkTrial?.untilMs ?? 0) - (networkTrial?.startedMs ?? 0)).toBeGreaterThanOrEqual(TRIAL_MS)
  expect(await change(before)).toBe(7062)
  await expect.poll(() => trialState(), PATIENCE).toBe('taken-back')
  expect(await network()).toEqual(before)
  expect((await detail()).configStatus).toBe('failed')
})

test('it takes them back also when it was restarted meanwhile, within the time or after it', async () => {
  const before = await network()
  expect(await change(elsewhere)).toBe(200)
  await expect.poll(async () => (await detail()).device.status, PATIENCE).toBe(deviceStatuses.offline)
  await simulated.stop()
  simulated = await SimulatedFleet.again(service, ['gate-exit'], { trialMs: TRIAL_MS })
  expect(simulated.fleet.devices[0]?.isHeard).toBe(false)
  await expect.poll(() => trialState(), PATIENCE).toBe('taken-back')
  expect(await network()).toEqual(before)

  expect(await change(elsewhere)).toBe(200)
  await expect.poll(async () => (await detail()).device.status, PATIENCE).toBe(deviceStatuses.offline)
  const untilMs = (await detail()).networkTrial?.untilMs ?? 0
  await simulated.stop()
  await expect.poll(() => Date.now() > untilMs, PATIENCE).toBe(true)
  simulated = await SimulatedFleet.again(service, ['gate-exit'], { trialMs: TRIAL_MS })
  await expect.poll(() => trialState(), PATIENCE).toBe('taken-back')
  expect(await network()).toEqual(before)
})

test('a device that comes back neither way is lost, until it comes; what it never answered is found out then', async () => {
  const before = { ...elsewhere, ip: '10.77.0.50' }
  let asked: string | undefined
  const agent: DeviceAgent = await service.connectDevice(demoDevices.gate, [channel(0)], {
    'network-get': () => before,
    'network-try': ({ trialId }) => {
      asked = trialId
      agent.setReachable(false)
      // Nobody hears it any more.
      return new Promise(() => {})
    },
    'network-keep': ({ trialId }) => {
      if (trialId !== asked) throw new Refusal('not-found')
      return elsewhere
    },
  })
  const { gate } = demoDevices
  await expect.poll(async () => (await detail(gate.sn)).device.status, PATIENCE).toBe(deviceStatuses.online)
  expect(await change(elsewhere, gate.sn)).toBe(200)
  expect(await trialState(gate.sn)).toBe('trying')
  service.advance(3 * 60_000)
  await expect.poll(() => trialState(gate.sn), PATIENCE).toBe('lost')
  agent.setReachable(true)
  await expect.poll(() => trialState(gate.sn), PATIENCE).toBe('kept')
  service.advance(25 * 60 * 60_000)
  expect((await (await service.signIn('admin')).call(deviceDetail, { sn: gate.sn })).networkTrial).toBeNull()
})

test('who may only watch the device hears nothing of its addresses', async () => {
  const guard = await service.signIn('guard')
  expect((await guard.call(deviceDetail, { sn: demoDevices.gate.sn })).networkTrial).toBeNull()
})
