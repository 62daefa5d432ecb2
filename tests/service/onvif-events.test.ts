import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import type { Notification } from '#tests/support/onvif/event-service.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import type { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const HOUR_MS = 3_600_000
const account = { username: 'viewer', password: 'pa55word' }
const snapshot = readFileSync(join(import.meta.dirname, '..', '..', 'device', 'simulator', 'clips', 'snapshots', 'gate-3000.jpg'))

const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))

let service: TestService
let admin: ServiceClient
let stand: BridgeStand
/** Its clock is wrong by three hours, and it has a picture of now. */
let gate: OnvifTestCamera
/** It has neither. */
let yard: OnvifTestCamera
let sns: string[]

beforeAll(async () => {
  stand = await BridgeStand.start({ cameras: [{ path: '/yard', clip, fps: 15 }] })
  service = stand.service
  admin = stand.admin
  // Nobody watches the gate: of its streams only the addresses are needed.
  const profile = {
    token: 'main',
    name: 'main',
    encoding: 'H264',
    width: 640,
    height: 360,
    fps: 15,
    streamUrl: 'rtsp://127.0.0.1:18449/x',
  } as const
  const profiles = [profile, { ...profile, token: 'second', source: 'sensor-2' }]
  gate = await OnvifTestCamera.open({
    name: 'Gate',
    serial: 'gate-1',
    account,
    profiles,
    snapshot,
    hasMedia2: true,
    clockAheadMs: 3 * HOUR_MS,
  })
  const filmed = profiles.map((one) => ({ ...one, streamUrl: stand.rtsp.url('/yard') }))
  yard = await OnvifTestCamera.open({ name: 'Yard', serial: 'yard-1', account, profiles: filmed })
  const identities = [await addOnvifCamera(service.folder, gate), await addOnvifCamera(service.folder, yard)]
  await stand.startBridge()
  for (const identity of identities) await admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
  sns = identities.map(({ sn }) => sn)
  await vi.waitFor(() => expect([gate.events.openCount, yard.events.openCount]).toEqual([1, 1]), { timeout: 10_000 })
})
afterAll(async () => {
  await Promise.all([gate.goAway(), yard.goAway()])
  await stand.close()
})

/** The events of a camera, the newest first. */
async function eventsOf(sn: string | undefined) {
  const { events } = await admin.call(eventSearchList, { fromMs: service.now - HOUR_MS, toMs: service.now + 1_000, pageSize: 100 })
  return events.filter((event) => event.sn === sn)
}
async function kindsOf(sn: string | undefined): Promise<string[]> {
  return (await eventsOf(sn)).map(({ kind }) => kind).toSorted()
}
const line = (camera: OnvifTestCamera): Notification => ({
  topic: 'RuleEngine/LineDetector/Crossed',
  data: { ObjectId: '7' },
  atMs: camera.nowMs,
})

describe('what a camera that speaks ONVIF sees', () => {
  test('is in the list of events, with its kind, its time by our clock and the picture of the moment', async () => {
    const atMs = Date.now() - 5_000
    const cameraMs = atMs + 3 * HOUR_MS
    gate.events.notify(
      { topic: 'RuleEngine/CellMotionDetector/Motion', data: { IsMotion: 'false' }, operation: 'Initialized', atMs: cameraMs },
      { topic: 'RuleEngine/CellMotionDetector/Motion', data: { IsMotion: 'true' }, operation: 'Changed', atMs: cameraMs },
      { topic: 'RuleEngine/CellMotionDetector/Motion', data: { IsMotion: 'true' }, operation: 'Changed', atMs: cameraMs },
      { topic: 'RuleEngine/TamperDetector/Tamper', data: { IsTamper: 'true' }, operation: 'Changed', atMs: cameraMs },
      { topic: 'RuleEngine/FieldDetector/ObjectsInside', data: { ObjectId: '3', IsInside: 'true' }, operation: 'Changed', atMs: cameraMs },
      {
        topic: 'Device/Trigger/DigitalInput',
        source: { InputToken: 'in-1' },
        data: { LogicalState: 'true' },
        operation: 'Changed',
        atMs: cameraMs,
      },
      line(gate),
    )
    await expect.poll(() => kindsOf(sns[0])).toEqual(['input', 'intrusion', 'line-crossing', 'motion', 'tampering'])
    const motion = (await eventsOf(sns[0])).find(({ kind }) => kind === 'motion')
    expect(motion).toMatchObject({ chlIndex: 0, sn: sns[0] })
    // A camera tells its clock to the second, and later on a busy machine; what it saw came five seconds after its time, and told another hour.
    expect(Math.abs((motion?.atMs ?? 0) - atMs)).toBeLessThan(4_500)
    const picture = await fetch(service.url + motion?.pictureUrl)
    expect(Buffer.from(await picture.arrayBuffer()).equals(snapshot)).toBe(true)
  })

  test('is told without a picture when the camera has none, and never twice for two sensors', async () => {
    const motion = (source: string): Notification => ({
      topic: 'VideoSource/MotionAlarm',
      source: { Source: source },
      data: { State: 'true' },
      operation: 'Changed',
      atMs: yard.nowMs,
    })
    yard.events.notify(motion('sensor-2'), { topic: 'Vendor/Odd', atMs: Number.NaN }, line(yard))
    await expect.poll(() => kindsOf(sns[1])).toEqual(['line-crossing'])
    expect((await eventsOf(sns[1]))[0]?.pictureUrl).toBeNull()
  })
})

describe('what a camera tells of objects', () => {
  test('people and vehicles come with what it says of them, and where they are in the picture', async () => {
    const box = '<tt:Rectangle left="-0.5" top="0.5" right="0" bottom="-0.5"/>'
    const looks =
      '<tt:Object ObjectId="12"><tt:Appearance><tt:HumanFace><fc:Gender>Female</fc:Gender><fc:Accessory><fc:Hat><fc:Wear>true</fc:Wear>' +
      '</fc:Hat></fc:Accessory></tt:HumanFace></tt:Appearance></tt:Object>'
    yard.events.notify({
      topic: 'RuleEngine/ObjectDetection/Object',
      source: { VideoSource: 'sensor-1', Rule: 'Everything' },
      data: { ClassTypes: 'Human Bicycle' },
      elements: { BoundingBox: box, Object: looks },
      atMs: yard.nowMs,
    })
    await expect.poll(() => kindsOf(sns[1])).toEqual(['line-crossing', 'person', 'vehicle'])
    const events = await eventsOf(sns[1])
    const place = { x: 0.25, y: 0.25, width: 0.25, height: 0.5 }
    expect(events.find(({ kind }) => kind === 'person')).toMatchObject({ attributes: { gender: 'female', hat: 'yes' }, box: place })
    expect(events.find(({ kind }) => kind === 'vehicle')).toMatchObject({ attributes: { vehicleType: 'bicycle' }, box: place })
    expect(events.find(({ kind }) => kind === 'line-crossing')).toMatchObject({ attributes: {}, box: null })
  })

  test('plates come with their number and the vehicle, faces with whom they are like', async () => {
    const plate = '<tt:LicensePlateInfo><tt:PlateNumber Likelihood="0.97">0471 XY</tt:PlateNumber></tt:LicensePlateInfo>'
    const vehicle = '<tt:VehicleInfo><tt:Type Likelihood="0.9">Truck</tt:Type><tt:Brand Likelihood="0.8">Scania</tt:Brand></tt:VehicleInfo>'
    yard.events.notify(
      {
        topic: 'RuleEngine/Recognition/LicensePlate',
        data: { Likelihood: '0.97' },
        elements: { LicensePlateInfo: plate, VehicleInfo: vehicle },
        atMs: yard.nowMs,
      },
      {
        topic: 'RuleEngine/Recognition/Face',
        data: { Likelihood: '0.93', EnrollmentID: '17', Label: 'Anna Visser' },
        atMs: yard.nowMs,
      },
    )
    await expect.poll(() => kindsOf(sns[1])).toEqual(['face', 'line-crossing', 'person', 'plate', 'vehicle'])
    const events = await eventsOf(sns[1])
    expect(events.find(({ kind }) => kind === 'plate')).toMatchObject({
      plate: '0471 XY',
      attributes: { vehicleType: 'truck', brand: 'scania' },
      similarity: null,
    })
    expect(events.find(({ kind }) => kind === 'face')).toMatchObject({ similarity: 93, person: { owner: 'Anna Visser' } })
  })

  test('areas, tampering and inputs are what they are by the names of other makers, too', async () => {
    const told = (topic: string, data: Record<string, string>): Notification => ({ topic, data, operation: 'Changed', atMs: yard.nowMs })
    yard.events.notify(
      told('RuleEngine/IntrusionDetector/Intrusion', { IsIntrusion: 'true' }),
      told('VideoSource/ImpairedVisibility', { State: 'true' }),
      told('Device/IO/Port', { state: '1' }),
      told('CameraApplicationPlatform/VMD/Camera1ProfileANY', { active: '1' }),
      told('AudioAnalytics/Audio/DetectedSound', { isSoundDetected: 'true' }),
    )
    const all = ['face', 'input', 'intrusion', 'line-crossing', 'motion', 'person', 'plate', 'tampering', 'vehicle']
    await expect.poll(() => kindsOf(sns[1])).toEqual(all)
  })
})

test('a camera that tells that it has no picture any more is offline, with an alarm, until it tells that it has one', async () => {
  const statusOf = async () => (await admin.call(siteChannelList, {})).channels.find(({ sn }) => sn === sns[1])?.status
  const signal = (isLost: boolean): Notification => ({
    topic: 'VideoSource/SignalLoss',
    source: { Source: 'sensor-1' },
    data: { State: String(isLost) },
    operation: 'Changed',
    atMs: yard.nowMs,
  })
  const alarm = async () => (await admin.call(alarmSearchList, { pageSize: 100 })).alarms.find(({ sn }) => sn === sns[1])
  await expect.poll(statusOf, { timeout: 10_000 }).toBe(1)
  yard.events.notify(signal(true))
  await expect.poll(statusOf).toBe(0)
  service.advance(6_000)
  await expect.poll(alarm, { timeout: 5_000 }).toMatchObject({ kind: 'channel-offline', recoveredAtMs: null })
  yard.events.notify(signal(false))
  await expect.poll(statusOf).toBe(1)
  expect((await alarm())?.recoveredAtMs).not.toBeNull()
})

describe('a subscription that ends', () => {
  test('is opened again when the camera has forgotten it, and when the camera was away', async () => {
    const before = await kindsOf(sns[1])
    yard.events.forget()
    await expect.poll(() => yard.events.openCount, { timeout: 10_000 }).toBe(1)
    await yard.goAway()
    await yard.listen()
    await expect.poll(() => yard.events.openCount, { timeout: 15_000 }).toBe(1)
    yard.events.notify({ topic: 'Device/Trigger/DigitalInput', data: { LogicalState: 'true' }, operation: 'Changed', atMs: yard.nowMs })
    await expect.poll(() => kindsOf(sns[1])).toEqual([...before, 'input'].toSorted())
  })

  test('by answers that make no sense does not touch the other camera, and is opened again when they do', async () => {
    const opened = yard.events.openedCount
    yard.answersWith = '<html><p>Welcome'
    yard.events.forget()
    const atMs = gate.nowMs
    gate.events.notify({ topic: 'RuleEngine/MyRuleDetector/PeopleDetect', data: { State: 'true' }, operation: 'Changed', atMs })
    await expect.poll(() => kindsOf(sns[0])).toContain('person')
    await expect.poll(() => yard.requests.at(-1), { timeout: 15_000 }).toBe('GetSystemDateAndTime')
    expect(yard.events.openedCount).toBe(opened)
    yard.answersWith = undefined
    await expect.poll(() => yard.events.openCount, { timeout: 15_000 }).toBe(1)
  })

  test('with the bridge is given back to the camera', async () => {
    expect((await admin.call(deviceDetail, { sn: sns[0] ?? '' })).device).toMatchObject({ status: 1 })
    const { code, tookMs } = await stand.stopBridge('SIGTERM')
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
    expect([gate.events.openCount, yard.events.openCount]).toEqual([0, 0])
  })
})
