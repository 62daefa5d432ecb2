import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import type { Notification } from '#tests/support/onvif/event-service.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import type { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const HOUR_MS = 3_600_000
const account = { username: 'viewer', password: 'pa55word' }
const snapshot = readFileSync(join(import.meta.dirname, '..', '..', 'device', 'simulator', 'clips', 'snapshots', 'gate-3000.jpg'))

let service: TestService
let admin: ServiceClient
let stand: BridgeStand
/** Its clock is wrong by three hours, and it has a picture of now. */
let gate: OnvifTestCamera
/** It has neither. */
let yard: OnvifTestCamera
let sns: string[]

beforeAll(async () => {
  stand = await BridgeStand.start({ cameras: [] })
  service = stand.service
  admin = stand.admin
  // Nobody watches: of the streams only the addresses are needed.
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
  yard = await OnvifTestCamera.open({ name: 'Yard', serial: 'yard-1', account, profiles })
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
