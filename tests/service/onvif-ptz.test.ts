import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import type { PtzAct, PtzMotion } from '#contract/ptz.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const account = { username: 'viewer', password: 'pa55word' }
const moveId = 'a-movement-of-mine'

let stand: BridgeStand
let admin: ServiceClient
let dome: OnvifTestCamera
let plain: OnvifTestCamera
let place: { sn: string; chlIndex: number }
let fixed: { sn: string; chlIndex: number }

beforeAll(async () => {
  const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
  stand = await BridgeStand.start({ cameras: [{ path: '/dome', clip, fps: 15 }], auth: { ...account, scheme: 'md5' } })
  admin = stand.admin
  const profiles = [
    { token: 'main', name: 'main', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: stand.rtsp.url('/dome', '') },
  ] as const
  const ptz = { most: 3, hasFieldOfView: true }
  dome = await OnvifTestCamera.open({ name: 'Dome', serial: 'dome-1', account, profiles, ptz })
  plain = await OnvifTestCamera.open({ name: 'Plain', serial: 'plain-1', account, profiles })
  dome.ptz?.presets.set('7', { name: 'Gate <1>', position: { x: 0.5, y: 0, zoom: 0 } })
  const identities = [await addOnvifCamera(stand.service.folder, dome), await addOnvifCamera(stand.service.folder, plain)]
  await stand.startBridge()
  for (const identity of identities) await admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
  const [first, second] = identities.map(({ sn }) => ({ sn, chlIndex: 0 }))
  place = first ?? expect.unreachable()
  fixed = second ?? expect.unreachable()
  await vi.waitFor(async () => expect(await functionsOf(place.sn)).toContain('ptz'), { timeout: 15_000 })
})
afterAll(async () => {
  await Promise.all([dome.goAway(), plain.goAway()])
  await stand.close()
})

async function functionsOf(sn: string): Promise<readonly string[] | undefined> {
  const { channels } = await admin.call(siteChannelList, {})
  return channels.find((channel) => channel.sn === sn)?.capability.supportFun
}
/** 0 while the camera does not answer. */
async function presetCount(): Promise<number> {
  return admin.call(ptzGet, place).then(
    ({ presets }) => presets.length,
    () => 0,
  )
}
const head = () => dome.ptz ?? expect.unreachable()
const act = (what: PtzAct) => admin.call(ptzExecute, { ...place, act: what })
const move = (motion: PtzMotion, speed = 4) => act({ act: 'move', moveId, motion, speed })
/** What the camera was told since the last time. */
const told = () => head().told.splice(0)

describe('steering a camera that speaks ONVIF', () => {
  test('goes in every direction at the speed that was chosen, and ends when it is told to', async () => {
    told()
    expect(await move({ pan: 1 }, 4)).toMatchObject({ doing: 'moving' })
    await move({ pan: -1, tilt: 1 }, 2)
    await move({ zoom: -1 }, 1)
    expect(await act({ act: 'stop', moveId: 'somebody-elses-move' })).toMatchObject({ doing: 'moving' })
    expect(head().velocity).toBeDefined()
    expect(await act({ act: 'stop', moveId })).toMatchObject({ doing: 'still' })
    expect(told()).toEqual(['move 1 0 0', 'move -0.5 0.5 0', 'move 0 0 -0.25', 'stop'])
    expect(head().velocity).toBeUndefined()
  })

  test('goes on for as long as it is renewed, by nobody else, and is stopped when it is not', async () => {
    await move({ tilt: -1 })
    const renewal = { moveId, motion: { tilt: -1, pan: 1 }, speed: 4 }
    expect(await admin.call(ptzRenew, { ...place, renewal })).toMatchObject({ doing: 'moving' })
    expect((await admin.failure(ptzRenew, { ...place, renewal: { ...renewal, moveId: 'somebody-elses-move' } })).code).toBe(33025)
    await expect.poll(() => head().velocity, { timeout: 15_000 }).toBeUndefined()
    expect(told()).toEqual(['move 0 -1 0', 'move 1 -1 0', 'stop'])
    expect((await admin.failure(ptzRenew, { ...place, renewal })).code).toBe(33025)
  })

  test('a camera that is slow is told the newest, and not what was meant in between', async () => {
    await move({ pan: 1 })
    const slow = Promise.withResolvers<void>()
    dome.answersAfter = slow.promise
    const renew = (pan: number) => admin.call(ptzRenew, { ...place, renewal: { moveId, motion: { pan }, speed: 4 } })
    await renew(0.75)
    await expect.poll(() => head().told.at(-1)).toBe('move 0.75 0 0')
    // Nobody waits for the camera while it moves.
    await renew(0.5)
    await renew(0.25)
    dome.answersAfter = Promise.resolve()
    slow.resolve()
    await expect.poll(() => head().told.length).toBeGreaterThan(2)
    await act({ act: 'stop', moveId })
    expect(told()).toEqual(['move 1 0 0', 'move 0.75 0 0', 'move 0.25 0 0', 'stop'])
  })

  test('the focus moves by the imaging service, and stands still afterwards', async () => {
    await move({ focus: -1 }, 2)
    await act({ act: 'stop', moveId })
    expect(told()).toEqual(['focus -0.5', 'focus 0'])
  })

  test('a click brings a place to the middle, and a box fills the picture', async () => {
    await act({ act: 'centre', x: 0.75, y: 0 })
    await act({ act: 'area', left: 0.5, top: 0.5, width: 0.5, height: 0.25 })
    const [centred, boxed] = told()
    expect(centred).toBe('view 0.5 1 0')
    expect(boxed).toMatch(/^view 0\.5 -0\.25 0\.23\d*$/)
  })

  test('a stop ends also what the camera does by itself', async () => {
    await act({ act: 'preset-go', index: 7 })
    await act({ act: 'stop' })
    expect(told()).toEqual(['goto 7', 'stop'])
  })
})

describe('presets of a camera that speaks ONVIF', () => {
  test('keep the numbers of the camera, and names that screens can show', async () => {
    const { capabilities, presets, cruises, tracks } = await admin.call(ptzGet, place)
    expect(presets).toEqual([{ index: 7, name: 'Gate 1' }])
    expect({ cruises, tracks }).toEqual({ cruises: [], tracks: [] })
    expect(capabilities).toMatchObject({
      presets: 3,
      cruises: 0,
      tracks: 0,
      hasFocus: true,
      hasIris: false,
      canCentre: true,
      tellsZoom: false,
    })
  })

  test('are made, renamed without moving, moved and deleted', async () => {
    const edit = async (what: Parameters<typeof admin.call<typeof ptzEdit>>[1]['edit']) =>
      (await admin.call(ptzEdit, { ...place, edit: what })).presets.map(({ index, name }) => `${index} ${name}`)
    head().position = { x: -0.5, y: 0.25, zoom: 0 }
    expect(await edit({ edit: 'preset-create', name: 'Ramp' })).toEqual(['1 Ramp', '7 Gate 1'])
    expect(head().presets.get('Preset_1')).toEqual({ name: 'Ramp', position: { x: -0.5, y: 0.25, zoom: 0 } })
    head().position = { x: 0, y: 0, zoom: 1 }
    expect(await edit({ edit: 'preset-rename', index: 1, name: 'Loading ramp' })).toEqual(['1 Loading ramp', '7 Gate 1'])
    expect(head().presets.get('Preset_1')?.position.x).toBe(-0.5)
    expect(await edit({ edit: 'preset-move', index: 1 })).toEqual(['1 Loading ramp', '7 Gate 1'])
    expect(head().presets.get('Preset_1')?.position.zoom).toBe(1)
    expect(await edit({ edit: 'preset-create', name: 'Yard', index: 200 })).toEqual(['1 Loading ramp', '7 Gate 1', '200 Yard'])
    expect(await edit({ edit: 'preset-delete', index: 1 })).toEqual(['7 Gate 1', '200 Yard'])
    // Another number would send the camera of somebody whose list is older elsewhere.
    expect((await act({ act: 'preset-go', index: 200 })).index).toBe(200)
    expect(head().told.at(-1)).toBe('goto Preset_2')
  })

  test('that cannot be are refused with the reason', async () => {
    const codeOf = async (edit: Parameters<typeof admin.call<typeof ptzEdit>>[1]['edit']) =>
      (await admin.failure(ptzEdit, { ...place, edit })).code
    expect(await codeOf({ edit: 'preset-create', name: 'yard' })).toBe(33031)
    await admin.call(ptzEdit, { ...place, edit: { edit: 'preset-create', name: 'Third' } })
    expect(await codeOf({ edit: 'preset-create', name: 'Fourth' })).toBe(33032)
    expect(await codeOf({ edit: 'preset-delete', index: 99 })).toBe(33029)
    expect((await admin.failure(ptzExecute, { ...place, act: { act: 'preset-go', index: 99 } })).code).toBe(33029)
    expect(await codeOf({ edit: 'track-record', name: 'Beat' })).toBe(33022)
  })
})

test('a camera without a head is no camera to steer', async () => {
  expect(await functionsOf(fixed.sn)).not.toContain('ptz')
  expect((await admin.failure(ptzGet, fixed)).code).toBe(33022)
})

test('a camera whose clock is set is steered on after a moment', async () => {
  dome.clockAheadMs = 3_600_000
  expect((await admin.failure(ptzGet, place)).code).toBe(33024)
  await expect.poll(() => presetCount(), { timeout: 10_000 }).toBe(3)
})

test('a camera that is away says so, does not touch the others, and is steered again when it is back', async () => {
  await dome.goAway()
  await expect.poll(async () => (await admin.failure(ptzGet, place)).code).toBe(33024)
  expect(await functionsOf(place.sn)).toContain('ptz')
  expect((await admin.failure(ptzGet, fixed)).code).toBe(33022)
  await dome.listen()
  await expect.poll(() => presetCount(), { timeout: 10_000 }).toBe(3)
})

test('a camera that never answers holds up neither the others nor the end of the bridge', async () => {
  dome.isSilent = true
  const asked = admin.failure(ptzGet, place)
  expect((await admin.failure(ptzGet, fixed)).code).toBe(33022)
  const { code, tookMs } = await stand.stopBridge('SIGTERM')
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(AT_ONCE_MS)
  await asked
})
