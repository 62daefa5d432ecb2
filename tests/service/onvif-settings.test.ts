import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { CameraChange, CameraSettings } from '#contract/camera-settings.ts'
import { codeOf } from '#contract/errors.ts'
import { bridgeFolder } from '#device/bridge/cameras.ts'
import { keepFirmware } from '#device/bridge/firmware.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const account = { username: 'viewer', password: 'pa55word' }
const encoders = {
  'main-encoder': { encoding: 'H264', width: 1280, height: 720, fps: 15, kbps: 2048, gop: 50 },
  'small-encoder': { encoding: 'H264', width: 640, height: 360, fps: 15, kbps: 512, gop: 50 },
}
let stand: BridgeStand
let admin: ServiceClient
/** Of today, of yesterday, and one of which nothing can be set. */
let modern: OnvifTestCamera
let old: OnvifTestCamera
let plain: OnvifTestCamera
let sns: string[]

beforeAll(async () => {
  const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
  stand = await BridgeStand.start({ cameras: [{ path: '/yard', clip, fps: 15 }], auth: { ...account, scheme: 'md5' } })
  admin = stand.admin
  const streamUrl = stand.rtsp.url('/yard', '')
  const profiles = [
    { token: 'main', name: 'main', encoding: 'H264', width: 1280, height: 720, fps: 15, streamUrl },
    { token: 'small', name: 'small', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl },
  ] as const
  const masks = { most: 2, isRectangleOnly: true }
  modern = await OnvifTestCamera.open({
    name: 'New',
    serial: 'new-1',
    account,
    profiles,
    hasMedia2: true,
    settings: { encoders, masks, takesFirmware: true },
  })
  old = await OnvifTestCamera.open({ name: 'Old', serial: 'old-1', account, profiles, settings: { encoders, hasOsd: false } })
  plain = await OnvifTestCamera.open({ name: 'Plain', serial: 'plain-1', account, profiles })
  const identities = []
  for (const camera of [modern, old, plain]) identities.push(await addOnvifCamera(stand.service.folder, camera))
  await stand.startBridge()
  for (const identity of identities) await admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
  sns = identities.map(({ sn }) => sn)
  await there()
})
afterAll(async () => {
  await Promise.all([modern.goAway(), old.goAway(), plain.goAway()])
  await stand.close()
})

const sn = (index: number) => sns[index] ?? ''
async function there(): Promise<void> {
  const ready = () => Promise.all(sns.map((one) => admin.call(configDeviceGet, { sn: one, section: 'camera' })))
  await vi.waitFor(ready, { timeout: 20_000, interval: 200 })
}
async function read(index: number): Promise<CameraSettings> {
  const { section, value } = await admin.call(configDeviceGet, { sn: sn(index), section: 'camera' })
  return section === 'camera' ? value : expect.unreachable()
}
async function change(index: number, what: Omit<CameraChange, 'chlIndex'>): Promise<CameraSettings> {
  const answer = await admin.call(configDeviceSet, { sn: sn(index), change: { section: 'camera', value: { chlIndex: 0, ...what } } })
  return answer.section === 'camera' ? answer.value : expect.unreachable()
}
const refused = (index: number, what: Omit<CameraChange, 'chlIndex'>) =>
  admin.failure(configDeviceSet, { sn: sn(index), change: { section: 'camera', value: { chlIndex: 0, ...what } } })

const box = [
  { x: 0.25, y: 0.5 },
  { x: 0.5, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0.25, y: 1 },
]
const small = { stream: 'sub', codec: 'H264', width: 640, height: 360, fps: 5, kbps: 300, keyDistance: 25 } as const

describe('settings of a camera that speaks ONVIF', () => {
  test('its encoders are set by the second media service, in H.265 too, and read back from the camera', async () => {
    expect((await read(0)).streams?.[0]?.choices).toMatchObject({
      codecs: ['H264', 'H265'],
      mostFps: 30,
      mostKbps: 8000,
      mostKeyDistance: 200,
    })
    const main = { ...small, stream: 'main', codec: 'H265', width: 1920, height: 1080, fps: 25 } as const
    const { streams } = await change(0, { streams: [main, small] })
    expect(streams).toMatchObject([main, small])
    expect(modern.settings?.encoders).toEqual({
      'main-encoder': { encoding: 'H265', width: 1920, height: 1080, fps: 25, kbps: 300, gop: 25 },
      'small-encoder': { encoding: 'H264', width: 640, height: 360, fps: 5, kbps: 300, gop: 25 },
    })
    const wrong = await refused(0, { streams: [{ ...small, width: 333 }] })
    expect(wrong).toEqual({ code: codeOf('device-refuses-value'), detail: { field: 'streams.0.width' } })
  })

  test('and by the first, which knows no H.265', async () => {
    expect((await change(1, { streams: [small] })).streams?.[1]).toMatchObject(small)
    expect(old.settings?.encoders['small-encoder']).toEqual({ encoding: 'H264', width: 640, height: 360, fps: 5, kbps: 300, gop: 25 })
    expect((await read(1)).streams?.[0]?.choices.codecs).toEqual(['H264'])
    expect((await refused(1, { streams: [{ ...small, codec: 'H265' }] })).detail).toEqual({ field: 'streams.0.codec' })
  })

  test('text and time are put into its picture, changed and taken out again', async () => {
    expect((await change(0, { overlay: { text: 'Yard <1>', hasTime: true } })).overlay).toEqual({ text: 'Yard <1>', hasTime: true })
    expect([...(modern.settings?.osds.values() ?? [])].map(({ type, text }) => [type, text])).toEqual([
      ['Plain', 'Yard <1>'],
      ['DateAndTime', ''],
    ])
    expect((await change(0, { overlay: { text: 'Yard 2', hasTime: true } })).overlay).toEqual({ text: 'Yard 2', hasTime: true })
    expect(modern.settings?.osds.size).toBe(2)
    await change(0, { overlay: { text: '', hasTime: true } })
    expect([...(modern.settings?.osds.values() ?? [])].map(({ type }) => type)).toEqual(['DateAndTime'])
  })

  test('light, to its very ends, and masks are those of the camera', async () => {
    expect((await change(0, { imaging: { brightness: 50, contrast: 0, saturation: 100 } })).imaging).toEqual({
      brightness: 50,
      contrast: 0,
      saturation: 100,
    })
    expect(modern.settings?.light).toEqual({ Brightness: 0, Contrast: -100, ColorSaturation: 100 })
    expect((await refused(0, { imaging: { sharpness: 10 } })).detail).toEqual({ field: 'imaging.sharpness' })
    expect((await change(0, { masks: [box] })).masks).toEqual({ most: 2, corners: 4, list: [box] })
    expect([...(modern.settings?.masks.values() ?? [])]).toEqual([
      [
        { x: -0.5, y: 0 },
        { x: 0, y: 0 },
        { x: 0, y: -1 },
        { x: -0.5, y: -1 },
      ],
    ])
    expect((await refused(0, { masks: [box, box, box] })).detail).toEqual({ field: 'masks' })
    expect((await change(0, { masks: [] })).masks?.list).toEqual([])
    await change(0, { masks: [box] })
  })

  test('what it has not is not there, and refused', async () => {
    expect(await read(2)).toEqual({ chlIndex: 0 })
    const { overlay, masks, motion, hasSound } = await read(1)
    expect([overlay, masks, motion, hasSound]).toEqual([undefined, undefined, undefined, undefined])
    expect((await refused(0, { hasSound: false })).detail).toEqual({ field: 'hasSound' })
    expect((await refused(1, { overlay: { text: 'x', hasTime: false } })).detail).toEqual({ field: 'overlay' })
    expect((await refused(0, { motion: { areas: [box], lines: [] } })).detail).toEqual({ field: 'motion' })
  })

  test('its time zone is set, with its clock where nobody else sets that, and its network is read', async () => {
    if (old.settings) old.settings.clockType = 'Manual'
    for (const [index, camera] of [modern, old].entries()) {
      const answer = await admin.call(configDeviceSet, {
        sn: sn(index),
        change: { section: 'general', value: { timeZone: 'GMT+01:00 Berlin' } },
      })
      expect(answer.value).toMatchObject({ timeZone: 'GMT+01:00 Berlin' })
      expect(camera.settings?.zone).toMatch(/^STD-1DST,M3\.5\.0,M10\.5\.0\/3$/)
    }
    expect(modern.settings).toMatchObject({ clockType: 'NTP', clockMs: undefined })
    expect(Math.abs((old.settings?.clockMs ?? 0) - Date.now())).toBeLessThan(5_000)
    expect((await admin.call(configDeviceGet, { sn: sn(0), section: 'network' })).value).toEqual({
      isDhcp: false,
      ip: '10.9.8.7',
      subnetMask: '255.255.254.0',
      gateway: '10.9.8.1',
      dns: '10.9.8.53',
    })
    const { commands } = await admin.call(deviceDetail, { sn: sn(0) })
    expect(commands).toEqual(expect.arrayContaining(['network-get', 'network-try', 'network-keep']))
    // It is reached by another address than it says: nobody knows how it would be reached then.
    const elsewhere = { isDhcp: false, ip: '10.9.8.9', subnetMask: '255.255.254.0', gateway: '10.9.8.1', dns: '10.9.8.53' }
    const asked = { sn: sn(0), change: { section: 'network', value: elsewhere } } as const
    expect((await admin.failure(configDeviceSet, asked)).code).toBe(codeOf('device-cannot'))
  })

  test('new firmware of the bridge is installed over HTTP with its progress, and the device is of that version when it is back', async () => {
    const before = await read(0)
    const detail = () => admin.call(deviceDetail, { sn: sn(0) })
    const upgrade = { sn: sn(0), command: { name: 'upgrade' } } as const
    expect((await admin.failure(devCmdExecute, upgrade)).code).toBe(codeOf('firmware-is-newest'))
    const file = join(stand.service.folder, 'firmware.bin')
    const bytes = randomBytes(3_000_000)
    writeFileSync(file, bytes)
    keepFirmware(bridgeFolder(stand.service.folder), { model: 'New', version: '008' }, file)
    const more = Promise.withResolvers<void>()
    modern.takesFirmwareAfter = more.promise
    expect(await admin.call(devCmdExecute, upgrade)).toMatchObject({ result: { version: '008' } })
    await expect.poll(async () => (await detail()).activity.activity).toBe('upgrading')
    await expect.poll(async () => (await detail()).activity.progress).not.toBe(null)
    expect((await admin.failure(devCmdExecute, upgrade)).code).toBe(codeOf('wrong-state'))
    more.resolve()
    await expect.poll(async () => (await detail()).activity.activity).toBe('rebooting')
    expect(modern.firmware?.equals(bytes)).toBe(true)
    await modern.goAway()
    modern.version = '008'
    await modern.listen()
    await expect.poll(async () => (await detail()).device.version, { timeout: 20_000 }).toBe('008')
    await expect.poll(async () => (await detail()).activity.activity).toBe('idle')
    await there()
    expect(await read(0)).toEqual(before)
    expect((await admin.failure(devCmdExecute, upgrade)).code).toBe(codeOf('firmware-is-newest'))
    expect((await admin.call(deviceDetail, { sn: sn(1) })).commands).not.toContain('upgrade')
  })

  test('a camera that goes away with half of its firmware is idle again, of the version that it had', async () => {
    const file = join(stand.service.folder, 'firmware.bin')
    writeFileSync(file, randomBytes(3_000_000))
    keepFirmware(bridgeFolder(stand.service.folder), { model: 'New', version: '009' }, file)
    const detail = () => admin.call(deviceDetail, { sn: sn(0) })
    modern.takesFirmwareAfter = new Promise(() => {})
    await admin.call(devCmdExecute, { sn: sn(0), command: { name: 'upgrade' } })
    await expect.poll(async () => (await detail()).activity.progress).not.toBe(null)
    await modern.goAway()
    await expect.poll(async () => (await detail()).activity.activity, { timeout: 20_000 }).toBe('idle')
    modern.takesFirmwareAfter = Promise.resolve()
    await modern.listen()
    await there()
    expect((await detail()).device.version).toBe('008')
  })

  test('all of it is there after the bridge and the camera were restarted; the camera says when it is back @deep', async () => {
    const before = await read(0)
    const plan = { continuous: [{ day: 1, fromMinute: 480, toMinute: 1080 }], events: [] }
    const recording = { chlIndex: 0, mode: 'schedule', plan, keep: { days: 3, gigabytes: null } } as const
    await admin.call(configDeviceSet, { sn: sn(0), change: { section: 'recording', value: recording } })
    await admin.call(devCmdExecute, { sn: sn(0), command: { name: 'reboot' } })
    expect(modern.settings?.restarts).toBe(1)
    const activity = async () => (await admin.call(deviceDetail, { sn: sn(0) })).activity.activity
    expect(await activity()).toBe('rebooting')
    await modern.goAway()
    // A device that is away in the middle of a change says so.
    expect((await refused(1, { streams: [small] })).code).not.toBe(codeOf('device-offline'))
    await modern.listen()
    await expect.poll(activity, { timeout: 20_000 }).toBe('idle')
    await stand.stopBridge('SIGKILL')
    await stand.startBridge()
    await there()
    expect(await read(0)).toEqual(before)
    const { value } = await admin.call(configDeviceGet, { sn: sn(0), section: 'recording' })
    expect(value).toMatchObject({ channels: [recording] })
    await modern.goAway()
    expect((await refused(0, { masks: [] })).code).toBe(codeOf('device-command-failed'))
  })
})
