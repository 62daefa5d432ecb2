import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceInfoGet } from '#contract/calls/device/device-info-get.ts'
import { deviceLogsGet } from '#contract/calls/device/device-logs-get.ts'
import { deviceLogsList } from '#contract/calls/device/device-logs-list.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceRedirectGet } from '#contract/calls/device/device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceTypes } from '#contract/enums.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { Stack } from '#tests/support/stack.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { ServiceClient } from '#tests/support/service-client.ts'

/** A restart of a simulated device takes four seconds, an upgrade as long before it. */
const PATIENCE = { timeout: 15_000, interval: 50 }
let stack: Stack
let admin: ServiceClient
let recorder: Device
let camera: Device

beforeAll(async () => {
  stack = await Stack.start(['simulator'])
  admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 100 })
  recorder = devices.find(({ model }) => model === 'SL-NVR-08') ?? expect.unreachable()
  const cards = await Promise.all(
    devices
      .filter(({ devType }) => devType === deviceTypes.ipc)
      .map(async (device) => ({ device, sd: (await admin.call(deviceInfoGet, { sn: device.sn })).sd })),
  )
  camera = (cards.find(({ sd }) => sd?.status === 'normal') ?? cards[0] ?? expect.unreachable()).device
})
afterAll(() => stack.close())

const execute = (sn: string, name: 'reboot' | 'upgrade' | 'log-collect' | 'sd-format' | 'sd-status' | 'storage-info') =>
  admin.failure(devCmdExecute, { sn, command: { name } })
const detail = (sn: string) => admin.call(deviceDetail, { sn })

test('a recorder tells of its disks, of their health, and empties one that is formatted', async () => {
  const storage = async () => {
    const { storage } = await admin.call(deviceInfoGet, { sn: recorder.sn })
    return storage ?? expect.unreachable()
  }
  const { disks, raid } = await storage()
  expect(disks.map(({ diskId, status }) => `${diskId} ${status}`)).toEqual(['hdd-1 normal', 'hdd-2 normal', 'hdd-3 normal', 'hdd-4 normal'])
  expect(raid).toEqual({ level: '5', status: 'normal' })
  const health = await admin.call(devCmdExecute, { sn: recorder.sn, command: { name: 'disk-health', diskId: 'hdd-4' } })
  if (health.name !== 'disk-health') expect.unreachable()
  expect(health.result.health).toBe('warning')
  expect(health.result.smart.find(({ id }) => id === 5)?.raw).toBeGreaterThan(10)
  expect(health.result.smart.find(({ id }) => id === 9)?.raw).toBe(health.result.powerOnHours)
  await admin.call(devCmdExecute, { sn: recorder.sn, command: { name: 'disk-format', diskId: 'hdd-2' } })
  expect((await admin.failure(devCmdExecute, { sn: recorder.sn, command: { name: 'disk-format', diskId: 'hdd-2' } })).code).toBe(6000)
  expect((await storage()).disks[1]?.status).toBe('formatting')
  await expect.poll(async () => (await storage()).disks[1]?.status, PATIENCE).toBe('normal')
  const [other, fresh] = (await storage()).disks
  expect(fresh?.freeBytes).toBeGreaterThan(0.99 * (fresh?.totalBytes ?? 0))
  expect(other?.freeBytes).toBeLessThan(0.9 * (other?.totalBytes ?? 0))
  expect((await execute(recorder.sn, 'sd-status')).code).toBe(33022)
  expect((await execute(camera.sn, 'storage-info')).code).toBe(33022)
})

test('settings are kept over a crash of the device', async () => {
  const general = { name: 'Parking lot east', language: 'tr-TR', timeZone: 'GMT+03:00 Istanbul' } as const
  await admin.call(configDeviceSet, { sn: camera.sn, change: { section: 'general', value: general } })
  const { section, value } = await admin.call(configDeviceGet, { sn: camera.sn, section: 'network' })
  if (section !== 'network') expect.unreachable()
  const network = { ...value, isDhcp: false, ip: value.ip.replace(/\d+$/, '240'), dns: '9.9.9.9' }
  await admin.call(configDeviceSet, { sn: camera.sn, change: { section: 'network', value: network } })
  await expect.poll(async () => (await detail(camera.sn)).networkTrial?.state, PATIENCE).toBe('kept')
  const recorded = { section: 'recording', value: { channels: [{ chlIndex: 0, mode: 'events', kept: { oldestMs: expect.any(Number) } }] } }
  const change = { section: 'recording', value: { chlIndex: 0, mode: 'events' } } as const
  expect(await admin.call(configDeviceSet, { sn: camera.sn, change })).toMatchObject(recorded)
  const station = { section: 'general', value: { screenResolution: '1920x1080' } } as const
  expect(await admin.failure(configDeviceSet, { sn: camera.sn, change: station })).toEqual({
    code: 33023,
    detail: { field: 'screenResolution' },
  })
  await stack.stopPart('simulator', 'SIGKILL')
  await stack.startPart('simulator')
  await expect.poll(async () => (await detail(camera.sn)).device.status, PATIENCE).toBe(1)
  expect(await admin.call(deviceInfoGet, { sn: camera.sn })).toMatchObject({ general, network })
  expect((await detail(camera.sn)).device.name).toBe('Parking lot east')
  expect(await admin.call(configDeviceGet, { sn: camera.sn, section: 'recording' })).toMatchObject(recorded)
})

test('a restart takes it away for some seconds, and a log tells of it', async () => {
  expect((await execute(camera.sn, 'reboot')).code).toBe(200)
  expect((await detail(camera.sn)).activity.activity).toBe('rebooting')
  await expect.poll(async () => (await detail(camera.sn)).device.status, PATIENCE).toBe(2)
  expect((await execute(camera.sn, 'log-collect')).code).toBe(7062)
  await expect.poll(async () => (await detail(camera.sn)).device.status, PATIENCE).toBe(1)
  await expect.poll(async () => (await detail(camera.sn)).activity.activity, PATIENCE).toBe('idle')
  expect((await execute(camera.sn, 'log-collect')).code).toBe(200)
  const logs = async () => (await admin.call(deviceLogsList, { sn: camera.sn })).logs
  await expect.poll(async () => (await logs()).length, PATIENCE).toBe(1)
  const [log = expect.unreachable()] = await logs()
  const { text } = await admin.call(deviceLogsGet, { logId: log.logId })
  expect(text).toContain(`log of ${camera.sn}`)
  expect(text).toContain('restart on command')
  expect(Buffer.byteLength(text)).toBe(log.sizeBytes)
})

test('an upgrade tells how far it is, restarts the device, and is done once @deep', async () => {
  const { version } = (await detail(recorder.sn)).device
  const origin = `http://localhost:${stack.port}`
  const push = await PushClient.open(origin + PUSH_PATH, origin)
  push.send({ type: 'token', token: admin.token ?? '' })
  await push.next('reply')
  expect(await admin.call(devCmdExecute, { sn: recorder.sn, command: { name: 'upgrade' } })).toEqual({
    name: 'upgrade',
    result: { version: '1.2.0' },
  })
  expect(version).not.toBe('1.2.0')
  await expect.poll(async () => (await detail(recorder.sn)).device.version, PATIENCE).toBe('1.2.0')
  const told = () =>
    push.heard.flatMap(({ infoType, infoContent }) =>
      infoType === 'device-activity' && infoContent.sn === recorder.sn ? [`${infoContent.activity} ${infoContent.progress}`] : [],
    )
  await expect.poll(told).toEqual(expect.arrayContaining(['upgrading 50', 'rebooting null']))
  await expect.poll(async () => (await detail(recorder.sn)).activity.activity, PATIENCE).toBe('idle')
  expect((await execute(recorder.sn, 'upgrade')).code).toBe(33030)
  expect((await detail(recorder.sn)).activity.activity).toBe('idle')
  push.close()
})

test('a new security code is the one on the next start, and there is no page @deep', async () => {
  const codeOf = () => {
    const known = JSON.parse(readFileSync(join(stack.dataFolder, 'simulator', 'devices.json'), 'utf8')) as {
      sn: string
      securityCode: string
    }[]
    return known.find(({ sn }) => sn === camera.sn)?.securityCode ?? ''
  }
  await admin.call(deviceSecurityCodeUpdate, { sn: camera.sn, securityCode: codeOf(), newSecurityCode: 'FRESHCODE77' })
  expect(codeOf()).toBe('FRESHCODE77')
  await stack.stopPart('simulator')
  await stack.startPart('simulator')
  await expect.poll(async () => (await detail(camera.sn)).device.status, PATIENCE).toBe(1)
  expect((await admin.failure(deviceRedirectGet, { sn: camera.sn })).code).toBe(33022)
})
