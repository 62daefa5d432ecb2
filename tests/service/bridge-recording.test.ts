import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { RecordingMode } from '#contract/device-settings.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveFilters, archiveStatuses } from '#contract/states/archive.ts'
import { ChannelRecorder } from '#device/recorder/channel-recorder.ts'
import { BridgeStand, identityIn } from '#tests/support/bridge-stand.ts'
import { deep } from '#tests/support/depth.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { countingClip, numberOf, recorderStand, shown } from '#tests/support/record-clip.ts'
import { g711 } from '#tests/support/test-sound.ts'
import type { TestCamera } from '#tests/support/test-camera.ts'

const FPS = 15
const clip = countingClip()
const smallClip = countingClip('h265')
const sound = g711('PCMA')
let stand: BridgeStand
let camera: TestCamera
let sn: string
/** By how much the camera's clock is wrong. */
let clockErrorMs = 0

beforeAll(async () => {
  const clock = () => Date.now() + clockErrorMs
  const yard = { path: '/yard', clip, fps: FPS, sound, clock, reportEveryMs: 500 }
  stand = await BridgeStand.start({
    cameras: [yard, { path: '/gate', clip, fps: FPS }, { path: '/gate-small', clip: smallClip, fps: FPS }],
  })
  camera = stand.rtsp.camera('/yard')
  const added = await stand.camera('add', '--name', 'Yard', '--url', stand.rtsp.url('/yard'), '--record', 'continuous')
  const identity = identityIn(added.stdout)
  sn = identity.sn
  await stand.startBridge()
  await stand.admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
})
afterAll(() => stand.close())

/** Waits until the camera has filmed so many pictures more. */
async function filmed(more: number): Promise<void> {
  const until = camera.count + more
  await expect.poll(() => camera.count, { timeout: 30_000 }).toBeGreaterThanOrEqual(until)
}

/** What the bridge has on its disk from this time on, read by somebody else while no bridge runs. */
async function recordedSince(startMs: number) {
  const { recorder } = await recorderStand({ folder: stand.recordings })
  const found = await shown(new ChannelRecorder(recorder, { sn, chlIndex: 0 }, { mode: 'off' }), startMs, Date.now())
  await recorder.close()
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Steps from each number to the next, as the camera counts: 1 where no picture is missing. */
function stepsOf(numbers: readonly (number | undefined)[], { length } = clip.pictures): number[] {
  return numbers.slice(1).map((number = -1, index) => (number - (numbers[index] ?? -1) + length) % length)
}

test('what a camera of the bridge showed is made into an archive, picture for picture', async () => {
  const yard = async () => (await stand.admin.call(siteChannelList, {})).channels.find((channel) => channel.sn === sn)
  await expect.poll(yard).toMatchObject({ status: 1, capability: { supportFun: ['recordings'] } })
  await filmed(3 * FPS)
  const startMs = Date.now() - 1_500
  const endMs = startMs + 1_500
  const created = await stand.admin.call(archiveCalls.archivesCreate, { title: 'Yard', sn, chlIndex: 0, stream: 'main', startMs, endMs })
  const find = async () => {
    const { archives } = await stand.admin.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.all })
    return archives.find(({ archiveId }) => archiveId === created.archiveId)?.status
  }
  await expect.poll(find).toBe(archiveStatuses.success)
  const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId: created.archiveId })
  const file = await fetch(stand.service.url + (videos[0]?.url ?? ''))
  const numbers = await numbersIn(new Uint8Array(await file.arrayBuffer()))
  expect(numbers.length).toBeGreaterThanOrEqual(1.5 * FPS - 2)
  expect(numbers.length).toBeLessThanOrEqual(1.5 * FPS + 2)
  expect(new Set(stepsOf(numbers))).toEqual(new Set([1]))
  const ageMs = camera.ageMs(numbers[0] ?? -1, Date.now()) ?? Infinity
  // Give or take what a busy machine takes to have the picture.
  expect(Math.abs(Date.now() - ageMs - startMs)).toBeLessThan(1_000)
})

test('a tab sees and hears what the bridge recorded, picture for picture, and looks through it by key frames alone', async () => {
  const viewer = await MediaViewer.open(stand.admin)
  await filmed(8 * FPS)
  const endMs = Date.now() - 3_000
  const piece = { sn, chlIndex: 0, stream: 'main', startMs: endMs - 4_000, endMs } as const
  expect(await viewer.past({ channel: 1, ...piece })).toMatchObject({ op: 'past-end' })
  expect(viewer.pastAnswers(1)[0]).toMatchObject({ width: 640, height: 360, sound: { codec: 'pcma', sampleRateHz: 8_000, channels: 1 } })
  const ofKind = (kind: 'video' | 'sound') => viewer.units(1).filter((unit) => unit.kind === kind)
  const pictures = ofKind('video')
  expect(pictures[0]?.isKey).toBe(true)
  expect(new Set(stepsOf(pictures.map(({ data }) => numberOf(data))))).toEqual(new Set([1]))
  const shownCount = pictures.filter(({ isPreroll }) => !isPreroll).length
  expect(Math.abs(shownCount - 4 * FPS)).toBeLessThanOrEqual(2)
  // Frames of 20 ms, of which each is another one.
  const heard = ofKind('sound').map(({ data }) => data[0] ?? 0)
  expect(Math.abs(heard.length - 200)).toBeLessThanOrEqual(6)
  expect(new Set(heard.slice(1).map((byte, index) => (byte - (heard[index] ?? 0) + sound.frames.length) % sound.frames.length))).toEqual(
    new Set([1]),
  )
  await viewer.past({ channel: 2, ...piece, pictures: 'key' })
  const keys = pictures.filter(({ isKey }) => isKey).map(({ captureMs, data }) => [captureMs, numberOf(data)])
  expect(viewer.units(2).map(({ captureMs, data }) => [captureMs, numberOf(data)])).toEqual(keys)
  const { segments, source } = await stand.admin.call(eventVideoSearch, { sn, chlIndex: 0, fromMs: piece.startMs, toMs: endMs })
  expect([source, segments]).toEqual(['device', [{ startMs: piece.startMs, endMs, type: 'SCHEDULE' }]])
  viewer.close()
})

test('a camera whose clock is an hour wrong, and jumps, is recorded in the time of this machine, picture for picture', async () => {
  const startMs = Date.now()
  const jumps = deep([1, -1, 0.5, 24, 0], [1, -1])
  for (const hours of jumps) {
    clockErrorMs = hours * 3_600_000
    await filmed(2 * FPS)
  }
  await filmed(2 * FPS)
  const viewer = await MediaViewer.open(stand.admin)
  const seconds = 2 * jumps.length
  const endMs = startMs + seconds * 1000
  expect(await viewer.past({ channel: 1, sn, chlIndex: 0, stream: 'main', startMs, endMs })).toMatchObject({ op: 'past-end' })
  const pictures = viewer.units(1).filter(({ kind, isPreroll }) => kind === 'video' && !isPreroll)
  expect(Math.abs(pictures.length - seconds * FPS)).toBeLessThanOrEqual(3)
  expect(new Set(stepsOf(pictures.map(({ data }) => numberOf(data))))).toEqual(new Set([1]))
  viewer.close()
})

test('the bridge says how much room is left', async () => {
  const { result } = await stand.admin.call(devCmdExecute, { sn, command: { name: 'storage-info' } })
  expect(result).toMatchObject({ disks: [{ diskId: 'recordings', status: 'normal' }], raid: null })
})

test('nothing is missing over a restart but the time in between, and a kill costs two seconds at most', async () => {
  const stoppedMs = Date.now()
  await stand.stopBridge('SIGTERM')
  const before = await recordedSince(stoppedMs - 60_000)
  expect(new Set(stepsOf(before.numbers))).toEqual(new Set([1]))
  expect(stoppedMs - (before.times.at(-1) ?? 0)).toBeLessThan(1_500)

  await stand.startBridge()
  await filmed(6 * FPS)
  const killedMs = Date.now()
  await stand.stopBridge('SIGKILL')
  const all = await recordedSince(stoppedMs - 60_000)
  expect(all.numbers.slice(0, before.numbers.length)).toEqual(before.numbers)
  const after = all.numbers.slice(before.numbers.length)
  expect(after.length).toBeGreaterThan(FPS)
  expect(new Set(stepsOf(after))).toEqual(new Set([1]))
  expect(killedMs - (all.times.at(-1) ?? 0)).toBeLessThan(2_000 + 1000 / FPS)
})

test('a camera is recorded when the service says so, at once and without a new connection', async () => {
  const { admin, service } = stand
  await stand.startBridge()
  await filmed(FPS)
  const since = async () => (await admin.call(deviceDetail, { sn })).device.statusSinceMs
  const connectedMs = await since()
  const record = async (mode: RecordingMode) => {
    const { section, value } = await admin.call(configDeviceSet, { sn, change: { section: 'recording', value: { chlIndex: 0, mode } } })
    if (section !== 'recording') expect.unreachable()
    return value
  }
  const recorded = async (fromMs: number, toMs: number) =>
    (await admin.call(eventVideoSearch, { sn, chlIndex: 0, fromMs, toMs })).segments.reduce(
      (sum, { startMs, endMs }) => sum + endMs - startMs,
      0,
    )
  const told = await admin.call(configDeviceGet, { sn, section: 'recording' })
  expect(told.value).toMatchObject({
    channels: [{ chlIndex: 0, mode: 'continuous', kept: { bytes: expect.any(Number), oldestMs: expect.any(Number) } }],
    store: { disk: 'normal', keptDays: expect.any(Number) },
  })

  expect((await record('off')).channels[0]?.mode).toBe('off')
  // What came by then is being written.
  const offMs = Date.now() + 300
  await filmed(2 * FPS)
  expect(await recorded(offMs, Date.now())).toBe(0)
  expect((await stand.camera('record', '--sn', sn, '--record', 'events')).code).toBe(0)
  const modeNow = async () => (await admin.call(configDeviceGet, { sn, section: 'recording' })).value
  await expect.poll(modeNow).toMatchObject({ channels: [{ mode: 'events' }] })
  await filmed(FPS)
  expect(await recorded(offMs, Date.now())).toBe(0)
  await record('continuous')
  const onMs = Date.now()
  await expect.poll(() => recorded(offMs, Date.now())).toBeGreaterThan(1_000)
  expect(await recorded(offMs, onMs - 500)).toBe(0)
  expect(await since()).toBe(connectedMs)

  const change = { section: 'recording', value: { chlIndex: 0, mode: 'off' } } as const
  const otherChannel = { ...change, value: { ...change.value, chlIndex: 1 } }
  expect((await admin.failure(configDeviceSet, { sn, change: otherChannel })).code).toBe(codeOf('device-part-missing'))
  await service.edit((db) =>
    db.updateTable('user_site_role').set({ role: 'site-administrator' }).where('site_id', '=', 'harbor-warehouse').execute(),
  )
  for (const [person, refusal] of [
    ['operator', 'no-device-permission'],
    ['manager', 'serial-number-unknown'],
    ['guard', 'call-not-permitted'],
  ] as const) {
    const client = await service.signIn(person)
    expect((await client.failure(configDeviceSet, { sn, change })).code).toBe(codeOf(refusal))
    expect((await client.failure(configDeviceGet, { sn, section: 'recording' })).code).toBe(codeOf(refusal))
  }
  expect(await modeNow()).toMatchObject({ channels: [{ mode: 'continuous' }] })
})

test('of a camera with two streams both are recorded and played, and only one when that is chosen @deep', async () => {
  const { admin, rtsp } = stand
  const added = await stand.camera('add', '--name', 'Gate', '--url', rtsp.url('/gate'), '--sub', rtsp.url('/gate-small'))
  const gate = identityIn(added.stdout)
  await expect
    .poll(() =>
      admin.call(deviceBind, { ...gate, siteId: 'harbor-gate' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const settings = async () => (await admin.call(configDeviceGet, { sn: gate.sn, section: 'recording' })).value
  await expect.poll(settings).toMatchObject({ channels: [{ mode: 'continuous', streams: ['main', 'sub'] }] })
  await filmed(9 * FPS)
  const viewer = await MediaViewer.open(admin)
  let number = 0
  const seen = async (stream: StreamKind, endMs: number) => {
    number += 1
    const piece = { sn: gate.sn, chlIndex: 0, stream, startMs: endMs - 2_000, endMs }
    expect(await viewer.past({ channel: number, ...piece })).toMatchObject({ op: 'past-end' })
    const [opened] = viewer.pastAnswers(number)
    const numbers = viewer.units(number).map(({ data }) => numberOf(data))
    expect(numbers.length).toBeGreaterThanOrEqual(2 * FPS - 2)
    expect(new Set(stepsOf(numbers, stream === 'main' ? clip.pictures : smallClip.pictures))).toEqual(new Set([1]))
    return opened?.op === 'past-opened' && opened.codec.slice(0, 4)
  }
  const bothMs = Date.now() - 2_500
  expect([await seen('main', bothMs), await seen('sub', bothMs)]).toEqual(['avc1', 'hev1'])

  const change = (streams: StreamKind[]) =>
    ({ sn: gate.sn, change: { section: 'recording', value: { chlIndex: 0, mode: 'continuous', streams } } }) as const
  expect(await admin.call(configDeviceSet, change(['main']))).toMatchObject({ value: { channels: [{ streams: ['main'] }] } })
  expect((await stand.camera('record', '--sn', gate.sn, '--record', 'continuous', '--streams', 'sub')).stdout).toMatch(/by its sub stream/)
  await expect.poll(settings).toMatchObject({ channels: [{ streams: ['sub'] }] })
  await filmed(8 * FPS)
  const subMs = Date.now() - 2_500
  expect(await seen('sub', subMs)).toBe('hev1')
  // There is nothing else of this time.
  number += 1
  await viewer.past({ channel: number, sn: gate.sn, chlIndex: 0, stream: 'main', startMs: subMs - 2_000, endMs: subMs })
  expect(viewer.pastAnswers(number)[0]).toMatchObject({ op: 'past-opened', codec: expect.stringMatching(/^hev1/) })
  expect((await stand.camera('record', '--sn', sn, '--record', 'continuous', '--streams', 'sub')).stderr).toMatch(/has no sub stream/)
  viewer.close()
})
