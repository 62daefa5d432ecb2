import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PastAsk } from '#contract/recorded-media.ts'
import type { ChannelSource } from '#device/agent/channel-source.ts'
import type { ChannelRecorder } from '#device/recorder/channel-recorder.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { counted, CountingCamera, NOON_MS, numberOf, PICTURE_MS, recorderStand } from '#tests/support/record-clip.ts'
import { connectRecordingCamera, EndlessSource } from '#tests/support/recording-camera.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

const { gate, warehouse } = demoDevices
const SECOND = 15
const MINUTE_MS = 60_000
/** Pictures of a file, which is a minute long. */
const FILE = 60 * SECOND
const PIECE = 0x8000

let service: TestService
let stand: Awaited<ReturnType<typeof recorderStand>>
let agent: Awaited<ReturnType<typeof connectRecordingCamera>>['agent']
let viewer: MediaViewer
let past: ChannelRecorder
let next = PIECE

/** A device whose one camera has recorded what this channel has. */
const source: ChannelSource = { open: () => ({ close: () => {} }), recording: (_, wanted) => past.recording(wanted) }

beforeAll(async () => {
  service = await TestService.start()
  stand = await recorderStand()
  ;({ agent } = await connectRecordingCamera(service.url, gate, source))
  viewer = await MediaViewer.open(await service.signIn('admin'))
})
afterAll(async () => {
  viewer.close()
  await agent.stop()
  await stand.recorder.close()
  await rm(stand.folder, { recursive: true })
  await service.close()
})

/** Lets a camera film for so many seconds; answers the files of it. */
async function filmed(sn: string, seconds: number): Promise<string[]> {
  const { channel, camera } = stand.channel(sn)
  camera.open()
  camera.film(seconds * SECOND)
  await channel.stop()
  past = channel
  const folder = join(stand.folder, sn, '0-main')
  return (await readdir(folder)).toSorted().map((name) => join(folder, name))
}

/** A piece of the past from so many pictures on, as a tab asks for it: what was shown of it, and how it ended. */
async function played(from: number, to: number, changes: Partial<Extract<PastAsk, { op: 'past' }>> = {}) {
  next += 1
  const [startMs, endMs] = [from, to].map((picture) => NOON_MS + Math.floor(picture * PICTURE_MS) - 1) as [number, number]
  const end = await viewer.past({ channel: next, sn: gate.sn, chlIndex: 0, stream: 'main', startMs, endMs, ...changes })
  const shown = viewer.units(next).filter(({ isPreroll }) => !isPreroll)
  return { end, numbers: shown.map(({ data }) => numberOf(data)), opened: viewer.pastAnswers(next)[0] }
}

test('a file of a recording that is gone is a gap, which is told once, and what is around it plays', async () => {
  const [, second = ''] = await filmed('SLGONE0001', 170)
  await rm(second)
  expect(await played(FILE - 30, FILE + 30)).toMatchObject({ end: { op: 'past-end' }, numbers: counted(FILE - 30, 30) })
  expect(await played(FILE + 30, FILE + 60)).toMatchObject({ end: { op: 'past-failed', fault: 'no-recording' } })
  expect(await played(2 * FILE - 30, 2 * FILE + 30)).toMatchObject({ end: { op: 'past-end' }, numbers: counted(2 * FILE, 30) })
  expect(stand.told.filter((line) => /SLGONE0001.* is gone; its time cannot be played any more/.test(line))).toHaveLength(1)
  const log = past.commands['record-log']
  const found = await log?.({ chlIndex: 0, startMs: NOON_MS, endMs: NOON_MS + 3 * MINUTE_MS })
  expect(found?.segments.map(({ startMs, endMs }) => [startMs - NOON_MS, endMs - NOON_MS])).toEqual([
    [0, MINUTE_MS],
    [2 * MINUTE_MS, 170_000],
  ])
})

test('a file that lost its end plays up to there, and so does what follows', async () => {
  const [first = ''] = await filmed('SLTORN0001', 70)
  const { byteLength } = await readFile(first)
  await truncate(first, byteLength >> 1)
  const { end, numbers } = await played(0, FILE)
  expect(end).toMatchObject({ op: 'past-end' })
  expect(numbers).toEqual(counted(0, numbers.length))
  expect(numbers.length).toBeGreaterThan(FILE / 4)
  expect(await played(FILE, FILE + 30)).toMatchObject({ numbers: counted(FILE, 30) })
  expect(stand.told.join('\n')).toMatch(/SLTORN0001.* bytes less than were written; its end is lost/)
})

test('flipped bytes cost the pictures that they are in: those of a head its second, those of a picture none other', async () => {
  const [file = ''] = await filmed('SLFLIP0001', 20)
  const bytes = await readFile(file)
  const moof = bytes.indexOf('moof', bytes.length >> 1)
  bytes.fill(0xff, moof, moof + 16)
  const mdat = bytes.indexOf('mdat', moof + 16)
  bytes.fill(0xff, mdat + 200, mdat + 216)
  await writeFile(file, bytes)
  const { end, numbers } = await played(0, 20 * SECOND)
  expect(end).toMatchObject({ op: 'past-end' })
  const known = new Set(numbers)
  const missing = counted(0, 20 * SECOND).filter((number) => !known.has(number))
  expect(missing.length).toBeGreaterThan(0)
  // The rest of its group cannot be decoded without it.
  expect(missing.length).toBeLessThanOrEqual(2 * SECOND + 1)
  expect(numbers.at(-1)).toBe(counted(20 * SECOND - 1, 1)[0])
  expect(stand.told.join('\n')).toMatch(/SLFLIP0001.* is damaged at byte \d+; a part of it is left out/)
})

test('a file that cannot be read from its beginning on says so, and what follows plays', async () => {
  const [first = ''] = await filmed('SLHEAD0001', 70)
  const bytes = await readFile(first)
  bytes.fill(0xff, 0, 64)
  await writeFile(first, bytes)
  expect(await played(30, 60)).toMatchObject({ end: { op: 'past-failed', fault: 'failed' }, numbers: [] })
  expect(await played(FILE - 30, FILE + 30)).toMatchObject({ end: { op: 'past-end' }, numbers: counted(FILE, 30) })
  expect(stand.told.join('\n')).toMatch(/SLHEAD0001.* is damaged at its beginning; nothing of it can be read/)
})

test('where the pictures of a camera become others the piece says where, and those are there from that moment on', async () => {
  const { channel, sinks, camera } = stand.channel('SLKIND0001')
  const later = new CountingCamera(sinks.main, 'h265')
  later.next = 10 * SECOND
  camera.open()
  camera.film(10 * SECOND)
  later.open()
  // By its clock the second kind begins before the first has ended.
  later.nowMs -= 40
  later.film(10 * SECOND)
  await channel.stop()
  past = channel
  const first = await played(0, 20 * SECOND)
  const changedAtMs = NOON_MS + 10_000 - 40
  expect(first).toMatchObject({ numbers: counted(0, 10 * SECOND), opened: { codec: expect.stringMatching(/^avc1/) } })
  expect(first.end).toMatchObject({ op: 'past-end', changedAtMs: expect.any(Number) })
  const sinceMs = first.end?.op === 'past-end' ? (first.end.changedAtMs ?? 0) : 0
  expect(Math.abs(sinceMs - changedAtMs)).toBeLessThanOrEqual(40)
  const second = await played(0, 20 * SECOND, { startMs: sinceMs })
  expect(second).toMatchObject({ end: { op: 'past-end' }, opened: { codec: expect.stringMatching(/^hev1/) } })
  // The clip of the second kind has ten seconds, and begins anew after those.
  expect(second.numbers).toEqual(counted(0, 10 * SECOND))
  expect(second.end).not.toHaveProperty('changedAtMs')
})

test('a device that goes away while it plays is said to be offline, and plays on when it is there again', async () => {
  const away = await connectRecordingCamera(service.url, warehouse, new EndlessSource())
  next += 1
  viewer.send({ op: 'past', channel: next, sn: warehouse.sn, chlIndex: 0, stream: 'main', startMs: NOON_MS, endMs: NOON_MS + 1_000 })
  await viewer.until(() => viewer.units(next).length > 3, 'the past')
  await away.agent.stop()
  await viewer.until(() => viewer.pastAnswers(next).some(({ op }) => op === 'past-failed'), 'the end of the past')
  expect(viewer.pastAnswers(next).at(-1)).toMatchObject({ op: 'past-failed', fault: 'offline' })
  const { agent: back } = await connectRecordingCamera(service.url, warehouse, source)
  await filmed('SLBACK0001', 3)
  expect(await played(0, 30, { sn: warehouse.sn })).toMatchObject({ end: { op: 'past-end' }, numbers: counted(0, 30) })
  await back.stop()
})
