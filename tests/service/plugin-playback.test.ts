import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedDevice } from '#device/simulator/simulated-device.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { ChannelSound } from '#device/simulator/sound/channel-sound.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { PluginMedia, PluginPage } from '#tests/support/plugin-page.ts'
import { beepFormat } from '#tests/support/beeps.ts'
import { BeepingSource } from '#tests/support/beeping-source.ts'
import { counterClip } from '#tests/support/recording-camera.ts'
import { channel, demoDevices, type PersonName, type TestService } from '#tests/support/service.ts'

const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 15_000, interval: 20 }
const { warehouse, gate } = demoDevices
const window = { tabId: 'tab', winIndex: 0 }
const camera = { sn: warehouse.sn, chlIndex: 0, streamType: 'main' } as const

let archives: ArchiveStand
let service: TestService
let plugin: Plugin
let device: SimulatedDevice
let folder: string
const loop = new ClipLoop(counterClip(), 0)
const SCENE_FRAMES = 100
/** Each frame is another one. */
const scene = Uint8Array.from({ length: SCENE_FRAMES * 160 }, (_, at) => Math.floor(at / 160) + 1)
const sound = new ChannelSound(() => scene, 0)
const pacer = new Pacer()
let page: PluginPage
let media: PluginMedia | undefined

beforeAll(async () => {
  archives = await ArchiveStand.start()
  service = archives.service
  folder = mkdtempSync(join(tmpdir(), 'sightline-playback-'))
  plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder: folder, log: () => {} })
  device = new SimulatedDevice({
    device: { plan: 'recorder', ...warehouse },
    model: 'SL-NVR-08',
    channels: [channel(0, { supportFun: ['recordings'] }), channel(1, { supportFun: ['recordings'] })],
    loops: [loop, loop],
    source: new SimulatedSource(
      [
        { main: loop, sub: loop },
        { main: loop, sub: loop, sound },
      ],
      pacer,
    ),
    ptzChannels: [],
    pacer,
    dataFolder: folder,
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    log: () => {},
  })
  device.agent.start()
  await device.agent.firstAttempt
})
afterAll(async () => {
  await plugin.close()
  await device.agent.stop()
  await archives.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  page = await pageOf('admin')
})
afterEach(() => {
  page.close()
  media = undefined
})

async function pageOf(name: PersonName): Promise<PluginPage> {
  const client = await service.signIn(name)
  const opened = await PluginPage.open(plugin.port, service.origin)
  const { ticket } = await client.call(deviceAccessTokenGet, { holder: 'plugin' })
  await opened.run('connectToServer', { address: service.origin, ticket })
  return opened
}

/** Plays a part of the past of the recorder; the tab's media socket stays. */
async function play(startTime: number, endTime: number): Promise<PluginMedia> {
  const { mediaTicket } = await page.run('playback', { ...window, ...camera, startTime, endTime })
  media ??= new PluginMedia(plugin.port, service.origin, mediaTicket ?? 'none')
  return media
}

const isOver = (heard: PluginMedia) => heard.story.at(-1) === 'ended'

test('what the recorder recorded is played picture by picture, from the key frame before the start to the end', async () => {
  const startTime = Date.now() - HOUR_MS
  const heard = await play(startTime, startTime + 2_000)
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  expect(heard.messages[0]).toMatchObject({ op: 'config', channel: 0, stream: 'main', width: 640, height: 360, fps: 15 })
  const first = loop.firstFrom(startTime)
  const key = loop.keyAtOrBefore(first)
  const expected = Array.from({ length: first - key + 30 }, (_, index) => loop.unit(key + index, key + index < first))
  expect(heard.units.map(({ data }) => Buffer.from(data))).toEqual(expected.map(({ data }) => Buffer.from(data)))
  expect(heard.units.map(({ captureMs, isPreroll, isKey }) => ({ captureMs, isPreroll, isKey }))).toEqual(
    expected.map(({ captureMs, isPreroll, isKey }) => ({ captureMs, isPreroll, isKey })),
  )
})

test('a minute goes on over the pieces in which it is fetched, at sixteen times the speed by key frames alone', async () => {
  const startTime = Date.now() - HOUR_MS
  const heard = await play(startTime, startTime + 60_000)
  await page.run('SetPlaybackSpeed', { ...window, speed: 16 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  const shown = heard.units.filter(({ captureMs }) => captureMs > startTime + 2_000)
  expect(shown.every(({ isKey }) => isKey)).toBe(true)
  // A key frame every two seconds, and none twice or left out.
  expect(shown.map(({ captureMs }) => Math.round((captureMs - (shown[0]?.captureMs ?? 0)) / 2_000))).toEqual(shown.map((_, index) => index))
  expect(shown.length).toBeGreaterThan(26)
})

test('a pause holds the picture, and it goes on with the next one', async () => {
  const startTime = Date.now() - HOUR_MS
  const heard = await play(startTime, startTime + 3_000)
  await expect.poll(() => heard.units.filter(({ isPreroll }) => !isPreroll).length, PATIENCE).toBeGreaterThan(3)
  await page.run('SetPlaybackSpeed', { ...window, speed: 0 })
  expect((await page.run('splitCtrl', { tabId: 'tab', splitNum: 4 })).windows).toMatchObject([{ isPlayback: true, speed: 0 }])
  const held = heard.units.length
  // Takes longer than there is between two pictures.
  await page.run('snap', window)
  await page.run('snap', window)
  expect(heard.units.length).toBe(held)
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  const sequences = heard.units.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, index) => index + 1))
})

test('asked for another time it goes there, and nothing of the time before follows', async () => {
  const startTime = Date.now() - HOUR_MS
  const heard = await play(startTime, startTime + 600_000)
  await expect.poll(() => heard.units.length, PATIENCE).toBeGreaterThan(3)
  const seekTo = startTime - 10 * HOUR_MS
  await play(seekTo, seekTo + 1_000)
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  const configs = heard.story.flatMap((line, index) => (line === 'config main' ? [index] : []))
  expect(configs).toHaveLength(2)
  const after = heard.units.slice((configs[1] ?? 0) - 1)
  expect(after.length).toBeGreaterThan(14)
  expect(after.every(({ captureMs }) => captureMs < seekTo + 1_000)).toBe(true)
})

test('an end equal to the start plays on for a day, an open end is now, more than a day and a half is played in parts, and an end before the start is refused', async () => {
  const startTime = Date.now() - HOUR_MS
  const wish = { ...window, ...camera, startTime }
  expect(await page.run('playback', { ...wish, endTime: startTime })).toMatchObject({ endTime: startTime + 86_400_000 })
  const { endTime } = await page.run('playback', wish)
  expect(Math.abs(endTime - Date.now())).toBeLessThan(5_000)
  expect(await page.run('playback', { ...wish, endTime: startTime + 7 * 86_400_000 })).toMatchObject({ endTime: startTime + 129_600_000 })
  expect(await page.codeOf('playback', { ...wish, endTime: startTime - 1 })).toBe(414)
  expect(await page.codeOf('searchRECLog', { sn: camera.sn, chlIndex: 0, startTime, endTime: startTime - 1 })).toBe(414)
})

test('live video has no speed, and goes on in the window that showed the past', async () => {
  await play(Date.now() - HOUR_MS, Date.now())
  await page.run('preview', { ...window, ...camera })
  expect(await page.codeOf('SetPlaybackSpeed', { ...window, speed: 2 })).toBe(415)
  expect(await page.codeOf('SetPlaybackSpeed', { ...window, speed: 3 })).toBe(400)
})

test('days and times of recordings are told, in the time zone of the question', async () => {
  const atMs = Date.now() - 48 * HOUR_MS
  const dayOf = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
  for (const timeZone of ['UTC', 'Asia/Shanghai']) {
    const day = dayOf(timeZone)
    const { days } = await page.run('searchRECDate', { sn: camera.sn, chlIndex: 0, month: day.slice(0, 7), timeZone })
    expect(days).toContain(day)
  }
  const endTime = Date.now() - HOUR_MS
  const question = { sn: camera.sn, chlIndex: 0, startTime: endTime - HOUR_MS, endTime }
  const { segments, isMore } = await page.run('searchRECLog', question)
  expect(segments).toEqual([{ startTime: question.startTime, endTime, type: 'SCHEDULE' }])
  expect(isMore).toBe(false)
  expect((await page.run('searchRECLog', { ...question, types: ['PLATE'] })).segments).toEqual([])
  const ask = { sn: camera.sn, chlIndex: 0, month: '2025-11' }
  expect(await page.codeOf('searchRECDate', { ...ask, timeZone: 'Mars/Olympus' })).toBe(33023)
  expect(await page.codeOf('searchRECDate', { ...ask, chlIndex: 7, timeZone: 'UTC' })).toBe(33005)
})

test('who may only look at live video does not see the past', async () => {
  const guard = await pageOf('guard')
  const startTime = Date.now() - HOUR_MS
  const past = { sn: gate.sn, chlIndex: 0, startTime, endTime: startTime + 1_000 }
  expect(await guard.codeOf('searchRECLog', past)).toBe(5001)
  const { mediaTicket } = await guard.run('playback', { ...window, ...past, streamType: 'main' })
  const heard = new PluginMedia(plugin.port, service.origin, mediaTicket ?? 'none')
  await expect.poll(() => heard.story, PATIENCE).toEqual(['failed no-permission'])
  guard.close()
})

test('a file of the cloud is played by its link, from the middle too, and no link leads elsewhere', async () => {
  const archive = await archives.make()
  const { sn, chlIndex, startMs, endMs } = archive
  const link = async () => {
    const question = { taskID: archive.archiveId, sn, chlIndex, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
    return (await archives.admin.call(archiveCalls.archivesDownloadTokenGet, question)).url
  }
  const item = { indexFileName: 'clip.mp4', indexFileSeq: 0, startTime: startMs, endTime: endMs, systemBatch: 'order-1' }
  const wish = async (startTime: number, url?: string) => ({
    ...window,
    sn,
    chlIndex,
    startTime,
    endTime: endMs,
    items: [{ ...item, url: url ?? (await link()) }],
  })
  const { mediaTicket } = await page.run('cloudPlayback', await wish(startMs))
  const heard = new PluginMedia(plugin.port, service.origin, mediaTicket ?? 'none')
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  const shown = heard.units.filter(({ isPreroll }) => !isPreroll)
  expect(shown).toHaveLength(60)
  const first = archives.loop.firstFrom(startMs)
  expect(shown.map(({ data }) => pictureOf(data))).toEqual(
    shown.map((_, index) => pictureOf(archives.loop.unit(first + index, false).data)),
  )

  await page.run('cloudPlayback', await wish(endMs - 1_000))
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => heard.story.filter((line) => line === 'ended').length, PATIENCE).toBe(2)
  const later = heard.units.slice(heard.story.indexOf('ended') - 1).filter(({ isPreroll }) => !isPreroll)
  expect(later.length).toBeGreaterThan(13)
  expect(later.length).toBeLessThan(17)

  expect(await page.codeOf('cloudPlayback', await wish(startMs, 'https://other.example.org/clip.mp4'))).toBe(403)
  await page.run('cloudPlayback', await wish(startMs, '/archive-download?token=none'))
  await expect.poll(() => heard.story.at(-1), PATIENCE).toBe('failed not-found')
})

/** The slice of the picture, which tells it from all others, without what goes along with it. */
function pictureOf(unit: Uint8Array): string {
  return Buffer.from(unit.subarray(-64)).toString('hex')
}

/** Sound stands among the pictures where it was heard. */
function soundIn(heard: PluginMedia): PluginMedia['units'] {
  for (const [index, { kind, ptsUs }] of heard.units.entries()) {
    const next = heard.units.slice(index).find((unit) => unit.kind === 'video')
    if (kind === 'sound' && next !== undefined) expect(Math.abs(next.ptsUs - ptsUs)).toBeLessThan(100_000)
  }
  return heard.units.filter(({ kind }) => kind === 'sound')
}

test('what the recorder has of a camera with a microphone is heard as well, frame by frame, and not when it is silenced', async () => {
  const startTime = Date.now() - HOUR_MS
  const wish = { ...window, ...camera, chlIndex: 1, startTime, endTime: startTime + 16_000 }
  const { mediaTicket } = await page.run('playback', wish)
  const heard = new PluginMedia(plugin.port, service.origin, mediaTicket ?? 'none')
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  expect(heard.messages[0]).toMatchObject({ op: 'config', sound: beepFormat })
  const frames = soundIn(heard)
  // Over the pieces in which it is fetched, none twice and none left out.
  expect(Math.abs(frames.length - 16_000 / 20)).toBeLessThanOrEqual(2)
  const steps = frames.slice(1).map(({ data }, index) => ((data[0] ?? 0) - (frames[index]?.data[0] ?? 0) + SCENE_FRAMES) % SCENE_FRAMES)
  expect(new Set(steps)).toEqual(new Set([1]))
  expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, index) => index + 1))

  const before = heard.units.length
  await page.run('playback', { ...wish, endTime: startTime + 2_000 })
  await page.run('SetVolume', { ...window, volume: 0 })
  await expect.poll(() => heard.story.filter((line) => line === 'ended').length, PATIENCE).toBe(2)
  const late = heard.units.slice(before).filter(({ kind, captureMs }) => kind === 'sound' && captureMs > startTime + 1_000)
  expect(late).toEqual([])
})

test('a file of the cloud is heard as its camera spoke', async () => {
  await archives.reconnect(new BeepingSource())
  const { archiveId, sn, chlIndex, startMs, endMs } = await archives.make({ stream: 'main' })
  const question = { taskID: archiveId, sn, chlIndex, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
  const { url } = await archives.admin.call(archiveCalls.archivesDownloadTokenGet, question)
  const item = { indexFileName: 'clip.mp4', indexFileSeq: 0, startTime: startMs, endTime: endMs, systemBatch: 'order-1', url }
  const { mediaTicket } = await page.run('cloudPlayback', { ...window, sn, chlIndex, startTime: startMs, endTime: endMs, items: [item] })
  const heard = new PluginMedia(plugin.port, service.origin, mediaTicket ?? 'none')
  await page.run('SetPlaybackSpeed', { ...window, speed: 4 })
  await expect.poll(() => isOver(heard), PATIENCE).toBe(true)
  expect(heard.messages[0]).toMatchObject({ op: 'config', sound: beepFormat })
  const heardMs = soundIn(heard).reduce((sum, { data }) => sum + data.byteLength / 8, 0)
  expect(Math.abs(heardMs - (endMs - startMs))).toBeLessThan(150)
})

test('a formatted disk has no recordings, and what comes after is played over the gap', async () => {
  const past = { sn: camera.sn, chlIndex: 0, startTime: Date.now() - HOUR_MS, endTime: Date.now() }
  const formattedAt = Date.now()
  await page.run('formatDisk', { sn: camera.sn, diskId: 'hdd-1' })
  expect((await page.run('searchRECLog', past)).segments).toEqual([])
  expect((await page.run('getStorageInfo', { sn: camera.sn })).disks).toMatchObject([{ status: 'formatting' }])
  await expect.poll(async () => (await page.run('searchRECLog', { ...past, endTime: Date.now() })).segments.length, PATIENCE).toBe(1)
  const heard = await play(past.startTime, Date.now() + HOUR_MS)
  await expect.poll(() => heard.units.filter(({ isPreroll }) => !isPreroll).length, PATIENCE).toBeGreaterThan(3)
  expect(heard.units.find(({ isPreroll }) => !isPreroll)?.captureMs).toBeGreaterThanOrEqual(formattedAt + 2_000)
})
