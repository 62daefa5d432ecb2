import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import os, { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { NetworkSettings } from '#contract/device-settings.ts'
import { codeOf } from '#contract/errors.ts'
import { carryOut, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { moveCamera, readCameras, writeCameras, type Camera, type OnvifCamera } from '#device/bridge/cameras.ts'
import { lookAtCamera } from '#device/bridge/onvif/look-at-camera.ts'
import { OnvifLink } from '#device/bridge/onvif/onvif-link.ts'
import { DiscoveryAnswer } from '#tests/support/onvif/discovery-answer.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const PATIENCE = { timeout: 40_000, interval: 100 }
/** In the place of a minute. */
const TRIAL_MS = 8_000
/** For what has to be in time, however slow the machine is. */
const LONG_TRIAL_MS = 60_000
const { sn } = demoDevices.gate
const loopback = Object.entries(networkInterfaces()).find(([, addresses = []]) =>
  addresses.some(({ address }) => address === '127.0.0.1'),
)?.[0]
/** Of this machine, where it is in a network. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ family, internal }) => family === 'IPv4' && !internal)
const first: NetworkSettings = { isDhcp: false, ip: '127.0.1.41', subnetMask: '255.255.0.0', gateway: '127.0.0.1', dns: '127.0.0.1' }

let service: TestService
let admin: ServiceClient
let camera: OnvifTestCamera
let answer: DiscoveryAnswer
let agent: DeviceAgent
let link: OnvifLink
/** Of a link that is opened from now on. */
let trialMs = TRIAL_MS
/** What the bridge logs. */
const said: string[] = []
/** As the bridge has it. */
let onvif: OnvifCamera

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  camera = await OnvifTestCamera.open({
    name: 'Quay 5',
    serial: 'quay-5',
    account: { username: 'guard', password: 'night-shift' },
    profiles: [{ token: 'main', name: 'main', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: 'rtsp://127.0.0.1/none' }],
    settings: { encoders: {}, network: { ...first, prefixLength: 16, leased: '127.0.1.49' } },
  })
  // It says where it is now.
  const announced = {
    urn: 'urn:uuid:quay-5',
    scopes: camera.announcement.scopes,
    get address() {
      return camera.announcement.address
    },
  }
  answer = await DiscoveryAnswer.open([announced])
  onvif = (await lookAtCamera(camera.url())).onvif
  link = open()
  const commands: CommandHandlers = {
    'network-get': (asked) => ofLink('network-get')(asked),
    'network-try': (asked) => ofLink('network-try')(asked),
    'network-keep': (asked) => ofLink('network-keep')(asked),
  }
  agent = await service.connectDevice(demoDevices.gate, [channel(0)], commands)
})
afterAll(async () => {
  await link.stop()
  await answer.close()
  await camera.goAway()
  await service.close()
})

function ofLink<Name extends 'network-get' | 'network-try' | 'network-keep'>(name: Name): NonNullable<CommandHandlers[Name]> {
  return link.commands[name] ?? expect.unreachable()
}

/** What the bridge does for a camera that speaks ONVIF. */
function open(): OnvifLink {
  const opened = new OnvifLink({
    onvif,
    sn,
    folder: service.folder,
    only: loopback,
    trialMs,
    log: (_level, message) => said.push(message),
    onChange: () => {},
    onWork: () => {},
    onOther: () => {},
    onMoved: (host) => {
      const url = new URL(onvif.url)
      url.hostname = host
      onvif = { ...onvif, url: url.href }
      void anew()
    },
    onTried: () => agent.goAway(0),
    report: () => {},
  })
  opened.start()
  return opened
}

/** As after a restart of the bridge. */
async function anew(): Promise<void> {
  await link.stop()
  link = open()
  agent.goAway(0)
}

const trialState = async () => (await admin.call(deviceDetail, { sn })).networkTrial?.state
async function network(): Promise<NetworkSettings> {
  const { section, value } = await admin.call(configDeviceGet, { sn, section: 'network' })
  return section === 'network' ? value : expect.unreachable()
}
const change = (value: NetworkSettings) => admin.failure(configDeviceSet, { sn, change: { section: 'network', value } })
const there = (wanted: NetworkSettings) => expect.poll(() => network().catch(() => undefined), PATIENCE).toEqual(wanted)
/** What somebody asks of it once it is there, and what becomes of that. */
async function changed(value: NetworkSettings, ends: 'kept' | 'taken-back'): Promise<void> {
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toBeDefined()
  expect((await change(value)).code).toBe(200)
  expect(await trialState()).toBe('trying')
  await expect.poll(trialState, PATIENCE).toBe(ends)
}

test('a camera is given an address and gateway of another subnet, is looked for there, and keeps them, over a restart of the bridge too', {
  timeout: 60_000,
}, async () => {
  await there(first)
  // Its old gateway is outside of it, until it has the new one.
  const wanted = { ...first, ip: '127.0.1.42', subnetMask: '255.255.255.0', gateway: '127.0.1.1', dns: '127.0.0.3' }
  await changed(wanted, 'kept')
  expect(camera.settings?.network).toMatchObject({ ip: '127.0.1.42', prefixLength: 24, gateway: '127.0.1.1', dns: '127.0.0.3' })
  expect(new URL(onvif.url).hostname).toBe('127.0.1.42')
  await there(wanted)
  await anew()
  await there(wanted)
  expect(await trialState()).toBe('kept')
})

test('addresses at which nobody could reach it, or that another has, are refused before it is told of them', async () => {
  const before = await network()
  const other = createServer().listen(camera.port, '127.0.1.43')
  await once(other, 'listening')
  camera.requests.length = 0
  const refused = { code: codeOf('device-refuses-value'), detail: { field: 'ip' } }
  const elsewhere = { ...before, ip: '10.77.0.9', gateway: '10.77.0.1' }
  // A mask of its own does not bring it nearer.
  const wide = { ...elsewhere, ip: '100.64.0.9', subnetMask: '128.0.0.0', gateway: '100.64.0.1' }
  for (const ip of ['127.0.1.43', '127.0.1.0', '127.0.1.255', before.gateway]) {
    expect(await change({ ...before, ip }), ip).toEqual(refused)
  }
  for (const wanted of [elsewhere, wide]) expect(await change(wanted), wanted.ip).toEqual(refused)
  other.close()
  expect(camera.requests).not.toContain('SetNetworkInterfaces')
  expect(await network()).toEqual(before)
})

test.skipIf(outside === undefined)('somebody who refuses to be spoken with has the address all the same', async () => {
  const { address: ip, netmask: subnetMask } = outside ?? expect.unreachable()
  const gateway = ip.replace(/\d+$/, (last) => String(Number(last) ^ 1))
  expect(await change({ ...(await network()), ip, subnetMask, gateway })).toMatchObject({ detail: { field: 'ip' } })
})

test('of two who try at once the second is told that one is under way', async () => {
  await network()
  const wanted = { ...first, ip: '10.77.0.9', gateway: '10.77.0.1', subnetMask: '255.255.255.0' }
  const tried = ['a', 'b'].map((name) => ofLink('network-try')({ trialId: `at-once-${name}`, network: wanted }))
  const faults = await Promise.all(tried.map((one) => Promise.resolve(one).catch((error: unknown) => error)))
  expect(faults).toMatchObject([{ fault: 'bad-value', field: 'ip' }, { fault: 'busy' }])
})

test('one that takes the address and refuses the gateway, or says yes and does nothing, has all of its old ones again @deep', {
  timeout: 120_000,
}, async () => {
  const before = await network()
  const settings = camera.settings ?? expect.unreachable()
  settings.keepsGateway = true
  await changed({ ...before, ip: '127.0.1.44', gateway: '127.0.1.9' }, 'taken-back')
  expect(settings.network).toMatchObject({ ip: before.ip, gateway: before.gateway, dns: before.dns })
  settings.keepsGateway = false
  await there(before)
  settings.keepsAddress = true
  await changed({ ...before, ip: '127.0.1.45' }, 'taken-back')
  settings.keepsAddress = false
  await there(before)
  expect(new URL(onvif.url).hostname).toBe(before.ip)
})

test('one that is found nowhere is lost, and has its old ones again when it is found, though the bridge was restarted meanwhile @deep', {
  timeout: 120_000,
}, async () => {
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toBeDefined()
  const before = await network()
  camera.isCutOff = true
  expect((await change({ ...before, ip: '127.0.1.46' })).code).toBe(200)
  // It counts from when the camera was told.
  const untilMs = Date.now() + TRIAL_MS
  await expect.poll(() => camera.settings?.network.ip, PATIENCE).toBe('127.0.1.46')
  await anew()
  // Nobody tries anything else meanwhile, or restarts it.
  expect(await carryOut(link.commands, 'reboot', {}, () => {})).toEqual({ ok: false, fault: 'busy' })
  await expect.poll(async () => (await change({ ...before, ip: '127.0.1.47' })).code, PATIENCE).toBe(codeOf('wrong-state'))
  service.advance(7 * 60_000)
  await expect.poll(trialState, PATIENCE).toBe('lost')
  await expect.poll(() => Date.now() > untilMs, PATIENCE).toBe(true)
  camera.isCutOff = false
  await camera.goTo('127.0.1.46')
  await expect.poll(trialState, PATIENCE).toBe('taken-back')
  expect(camera.settings?.network.ip).toBe(before.ip)
  await there(before)
})

test('one that is to ask the network for an address is found under whatever it gets, and kept there @deep', {
  timeout: 60_000,
}, async () => {
  const before = await network()
  await changed({ ...before, isDhcp: true }, 'kept')
  expect(new URL(onvif.url).hostname).toBe('127.0.1.49')
  expect(camera.settings?.isDnsByDhcp).toBe(true)
  await there({ ...before, isDhcp: true, ip: '127.0.1.49' })
})

test('and one that goes back to that is found under whatever else it gets then @deep', { timeout: 60_000 }, async () => {
  const settings = camera.settings ?? expect.unreachable()
  settings.keepsGateway = true
  const before = await network()
  expect((await change({ ...before, isDhcp: false, ip: '127.0.1.44', gateway: '127.0.1.9' })).code).toBe(200)
  settings.network.leased = '127.0.1.48'
  await expect.poll(trialState, PATIENCE).toBe('taken-back')
  settings.keepsGateway = false
  expect(settings.network.isDhcp).toBe(true)
  expect(settings.isDnsByDhcp).toBe(true)
  await expect.poll(() => new URL(onvif.url).hostname, PATIENCE).toBe('127.0.1.48')
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toMatchObject({ isDhcp: true, ip: '127.0.1.48' })
})

/** The bridge logs this from now on. */
async function says(text: string): Promise<void> {
  said.length = 0
  await expect.poll(() => said.join('\n'), PATIENCE).toContain(text)
}

/** The bridge's machine is in no network, until what is answered is called or the test is over: other files share the process. */
function loseInterfaces(): () => void {
  const { networkInterfaces: real } = os
  const have = (interfaces: typeof real) => {
    os.networkInterfaces = interfaces
    syncBuiltinESMExports()
  }
  have(() => ({}))
  const isBack = () => have(real)
  onTestFinished(isBack)
  expect(networkInterfaces()).toEqual({})
  return isBack
}

test('a bridge that is in no network for a while goes on where it was: what is tried is kept when it is back in time, and given back when it is not @deep', {
  timeout: 120_000,
}, async () => {
  trialMs = LONG_TRIAL_MS
  onTestFinished(() => void (trialMs = TRIAL_MS))
  await anew()
  await changed({ ...first, ip: '127.0.1.51' }, 'kept')
  const settings = camera.settings ?? expect.unreachable()
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toBeDefined()
  const before = await network()
  camera.isCutOff = true
  settings.network.leased = '127.0.1.52'
  expect((await change({ ...before, isDhcp: true })).code).toBe(200)
  let isBack = loseInterfaces()
  await expect.poll(() => settings.network.isDhcp, PATIENCE).toBe(true)
  await says('there is no network interface')
  expect(await trialState()).toBe('trying')
  isBack()
  camera.isCutOff = false
  await camera.goTo('127.0.1.52')
  await expect.poll(trialState, PATIENCE).toBe('kept')
  await there({ ...before, isDhcp: true, ip: '127.0.1.52' })

  trialMs = TRIAL_MS
  await anew()
  await there({ ...before, isDhcp: true, ip: '127.0.1.52' })
  camera.isCutOff = true
  expect((await change(before)).code).toBe(200)
  isBack = loseInterfaces()
  await expect.poll(() => settings.network.ip, PATIENCE).toBe(before.ip)
  // Also when it is restarted meanwhile.
  await anew()
  await says('gets its old ones back')
  await says('there is no network interface')
  expect(await trialState()).toBe('trying')
  isBack()
  camera.isCutOff = false
  await camera.goTo(before.ip)
  await expect.poll(trialState, PATIENCE).toBe('taken-back')
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toMatchObject({ isDhcp: true, ip: '127.0.1.52' })
})

test('a stranger who answers at its new address is not taken for it, is told nothing, and keeps nobody from giving it its old ones back @deep', {
  timeout: 120_000,
}, async () => {
  await expect.poll(() => network().catch(() => undefined), PATIENCE).toBeDefined()
  const before = await network()
  const wanted = { ...before, isDhcp: false, ip: '127.0.1.53' }
  camera.isCutOff = true
  expect((await change(wanted)).code).toBe(200)
  const untilMs = Date.now() + TRIAL_MS
  await expect.poll(() => camera.settings?.network.ip, PATIENCE).toBe(wanted.ip)
  const stranger = await OnvifTestCamera.open({
    name: 'Somebody else',
    serial: 'quay-6',
    account: { username: 'guard', password: 'night-shift' },
    port: camera.port,
    profiles: [],
    settings: { encoders: {}, network: { ...wanted, prefixLength: 16, leased: wanted.ip } },
  })
  await expect.poll(() => stranger.requests.filter((one) => one === 'GetDeviceInformation').length, PATIENCE).toBeGreaterThan(1)
  await expect.poll(() => Date.now() > untilMs, PATIENCE).toBe(true)
  expect(await trialState()).toBe('trying')
  // It has the address, and the camera comes back to where it was by hand: both are there.
  camera.isCutOff = false
  Object.assign(camera.settings?.network ?? {}, { isDhcp: before.isDhcp, ip: before.ip })
  await camera.goTo(before.ip)
  await expect.poll(trialState, PATIENCE).toBe('taken-back')
  await there(before)
  expect(stranger.requests.filter((one) => /^Set|Reboot/.test(one))).toEqual([])
  await stranger.goAway()
})

test('each sensor of a camera that moves goes with it, and no other camera does', () => {
  const sensor = (at: string, host: string): Camera => ({
    sn: `SENSOR${at}`,
    securityCode: 'ABCDEF',
    name: `Quay ${at}`,
    url: `rtsp://guard:night@${host}:554/${at}`,
    subUrl: `rtsp://guard:night@${host}:554/${at}/small`,
    onvif: { ...onvif, url: `onvif://guard:night@${host}:8080`, source: at },
  })
  const folder = mkdtempSync(join(service.folder, 'moved-'))
  writeCameras(folder, [sensor('1', '10.1.1.5'), sensor('2', '10.1.1.5'), sensor('3', '10.1.1.6')])
  moveCamera(folder, sensor('1', '').sn, '10.1.2.7')
  expect(readCameras(folder)).toEqual([sensor('1', '10.1.2.7'), sensor('2', '10.1.2.7'), sensor('3', '10.1.1.6')])
})
