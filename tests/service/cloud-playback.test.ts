import { BufferSource } from 'mediabunny'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { drawEventId } from '#server/events/event-id.ts'
import { openMp4 } from '#shared/media/mp4-film.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { h265CounterClip } from '#tests/support/recording-camera.ts'
import { report } from '#tests/support/seen-events.ts'
import { demoDevices } from '#tests/support/service.ts'
import { APART_MS, storeInCloud } from '#tests/support/stored-in-cloud.ts'

const { sn } = demoDevices.gate
const DAY_MS = 24 * 60 * 60_000
const camera = { sn, chlIndex: 0 }
const PIECE = 0x8000

let stand: ArchiveStand
let viewer: MediaViewer
/** Of a person and of a vehicle, whose recordings follow each other. */
let atMs: number
const laterMs = () => atMs + APART_MS

beforeAll(async () => {
  stand = await ArchiveStand.start()
  atMs = Date.now() - 30_000
  await storeInCloud(stand, atMs)
  // The camera is away: what is seen from here on is in the cloud.
  await stand.agent.stop()
  viewer = await MediaViewer.open(await stand.service.signIn('operator'))
})
afterAll(async () => {
  viewer.close()
  await stand.close()
})

type Piece = Omit<Extract<PastAsk, { op: 'past' }>, 'op'>

async function cloudPiece(channel: number, startMs: number, endMs: number, changes: Partial<Piece> = {}) {
  const end = await viewer.past({ channel, ...camera, stream: 'main', startMs, endMs, from: 'cloud', ...changes })
  return { end, units: viewer.units(channel) }
}

/** The slice of the picture, which tells it from all others, without what goes along with it. */
const pictureOf = (unit: Uint8Array) => Buffer.from(unit.subarray(-64)).toString('hex')

/** A file's first picture is at its beginning, however much later it was filmed: all of them are up to one picture early. */
const earlyMs = (fileMs: number) => stand.loop.captureMs(stand.loop.firstFrom(fileMs)) - fileMs

function filmed(startMs: number, endMs: number) {
  const first = stand.loop.firstFrom(startMs)
  // What is seen at the moment itself was filmed before it, unless one was filmed right then.
  const seen = stand.loop.captureMs(first) > startMs ? first - 1 : first
  const from = stand.loop.keyAtOrBefore(seen)
  return Array.from({ length: stand.loop.firstFrom(endMs) - from }, (_, index) => stand.loop.unit(from + index, from + index < first))
}

test('what the cloud keeps is seen while the camera is away, picture by picture, from the key frame before the moment on', async () => {
  const [startMs, endMs] = [atMs - 1_510, atMs + 2_010]
  const { end, units } = await cloudPiece(PIECE, startMs, endMs)
  expect(end).toEqual({ op: 'past-end', channel: PIECE })
  const { codec, width, height, fps } = stand.loop.clip
  expect(viewer.pastAnswers(PIECE)[0]).toEqual({ op: 'past-opened', channel: PIECE, codec, width, height, fps })
  const early = earlyMs(atMs - 5_000)
  const expected = filmed(startMs + early, endMs + early)
  expect(units.map(({ data }) => pictureOf(data))).toEqual(expected.map(({ data }) => pictureOf(data)))
  expect(units.map(({ isKey, isPreroll }) => [isKey, isPreroll])).toEqual(expected.map(({ isKey, isPreroll }) => [isKey, isPreroll]))
  for (const [index, { captureMs }] of units.entries()) expect(Math.abs(captureMs - (expected[index]?.captureMs ?? 0))).toBeLessThan(70)
})

test('over two recordings that follow each other no picture is missing and none comes twice', async () => {
  const [startMs, endMs] = [atMs + 7_010, atMs + 13_010]
  const { units } = await cloudPiece(PIECE + 1, startMs, endMs)
  const seen = units.filter(({ isPreroll }) => !isPreroll).map(({ data }) => pictureOf(data))
  const expected = filmed(startMs + earlyMs(atMs - 5_000), endMs + earlyMs(atMs + 10_000)).filter(({ isPreroll }) => !isPreroll)
  expect(seen).toEqual(expected.map(({ data }) => pictureOf(data)))
  const times = units.map(({ ptsUs }) => ptsUs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('who looks through what the cloud keeps gets key frames alone', async () => {
  const [startMs, endMs] = [atMs - 1_510, atMs + 12_010]
  const { units } = await cloudPiece(PIECE + 2, startMs, endMs, { pictures: 'key' })
  const keys = filmed(startMs + earlyMs(atMs - 5_000), endMs + earlyMs(atMs + 10_000)).filter(({ isKey }) => isKey)
  expect(units.map(({ data }) => pictureOf(data))).toEqual(keys.map(({ data }) => pictureOf(data)))
})

test('a time of which the cloud has nothing says so, and a file that is gone costs its own time alone', async () => {
  expect((await cloudPiece(PIECE + 3, atMs - 60_000, atMs - 30_000)).end).toMatchObject({ op: 'past-failed', fault: 'no-recording' })
  await stand.service.edit((db) =>
    db
      .insertInto('cloud_recording')
      .values({ ...rowAt(atMs - 60_000), object_key: 'recordings/nothing/here.mp4' })
      .execute(),
  )
  expect((await cloudPiece(PIECE + 4, atMs - 60_000, atMs - 30_000)).end).toMatchObject({ op: 'past-failed', fault: 'no-recording' })
  expect((await cloudPiece(PIECE + 5, atMs - 55_000, atMs + 1_000)).end).toMatchObject({ op: 'past-end' })
  await stand.service.edit((db) => db.deleteFrom('cloud_recording').where('object_key', '=', 'recordings/nothing/here.mp4').execute())
})

/** A recording of ten seconds that begins then. */
function rowAt(startMs: number, changes: { trigger?: 'motion' | 'plate'; end_at_ms?: number } = {}) {
  const whose = { organization_id: 'harbor-logistics', sn, chl_index: 0, order_id: 'order' }
  const kept = { expires_at_ms: Date.now() + 1_000 * DAY_MS, size_bytes: 1, object_key: 'recordings/none.mp4', retry_at_ms: null }
  const times = { start_at_ms: startMs, end_at_ms: startMs + 10_000 }
  return { event_id: drawEventId(startMs), ...whose, ...kept, ...times, trigger: 'motion' as const, state: 'stored' as const, ...changes }
}

test('the search in the cloud tells each recording by what triggered it', async () => {
  const search = (changes: object) =>
    stand.admin.call(eventVideoSearch, { ...camera, fromMs: atMs - 20_000, toMs: atMs + 60_000, from: 'cloud', ...changes })
  const segments = [{ startMs: atMs - 5_000, endMs: laterMs() + 10_000, type: 'SMART_MOTION' }]
  expect(await search({})).toEqual({ segments, isMore: false, source: 'cloud' })
  expect(await search({ types: ['PLATE', 'MANUAL'] })).toEqual({ segments: [], isMore: false, source: 'cloud' })
  const cut = await search({ fromMs: atMs, toMs: atMs + 1_000 })
  expect(cut.segments).toEqual([{ startMs: atMs, endMs: atMs + 1_000, type: 'SMART_MOTION' }])
  await stand.service.edit((db) =>
    db
      .insertInto('cloud_recording')
      .values(rowAt(atMs - 2_000, { trigger: 'plate' }))
      .execute(),
  )
  expect((await search({})).segments.map(({ type }) => type)).toEqual(['SMART_MOTION', 'PLATE'])
})

test('the days of the cloud are those of the zone that is asked for, also where its clocks change', async () => {
  const half = (text: string) => rowAt(Date.parse(text))
  // In Amsterdam half past midnight, after the clocks went forward the next hour is lost; and half past eleven, an hour later than the day before.
  const rows = [half('2025-03-29T23:30:00Z'), half('2025-03-31T22:30:00Z'), half('2025-10-26T22:30:00Z'), half('2025-10-25T22:30:00Z')]
  await stand.service.edit((db) => db.insertInto('cloud_recording').values(rows).execute())
  const days = async (month: string, timeZone: string) =>
    stand.admin.call(eventVideoExistDayList, { ...camera, month, timeZone, from: 'cloud' })
  expect(await days('2025-03', 'Europe/Amsterdam')).toEqual({ days: ['2025-03-30'], source: 'cloud' })
  expect((await days('2025-03', 'UTC')).days).toEqual(['2025-03-29', '2025-03-31'])
  expect((await days('2025-04', 'Europe/Amsterdam')).days).toEqual(['2025-04-01'])
  expect((await days('2025-10', 'Europe/Amsterdam')).days).toEqual(['2025-10-26'])
  expect((await days('2025-10', 'UTC')).days).toEqual(['2025-10-25', '2025-10-26'])
})

test('a part of what the cloud keeps is made into one file while the camera is away, as large as was said before', async () => {
  const startMs = Math.round(atMs - 1_500)
  const span = { ...camera, startMs, endMs: Math.round(laterMs()) + 2_000, from: 'cloud' } as const
  const { admin } = stand
  const estimate = await admin.call(archiveCalls.recordedPartEstimate, span)
  expect(estimate.recordedMs).toBe(span.endMs - startMs)
  const { partId } = await admin.call(archiveCalls.recordedPartCreate, { ...span, format: 'mp4' })
  const made = () => admin.call(archiveCalls.recordedPartGet, { partId })
  await vi.waitFor(async () => expect((await made()).status).toBe(archiveStatuses.success), 15_000)
  const { file } = await made()
  const bytes = new Uint8Array(await (await stand.get(file?.url ?? '')).arrayBuffer())
  expect(Math.abs(bytes.byteLength - (estimate.sizeBytes ?? 0)) / bytes.byteLength).toBeLessThan(0.5)
  const film = await openMp4(new BufferSource(bytes))
  const pictures: string[] = []
  if (film !== undefined) for await (const { data } of film.pictures(-60)) pictures.push(pictureOf(data))
  // Of two files, one behind the other, with every picture once.
  const [first, last] = [earlyMs(atMs - 5_000), earlyMs(atMs + 10_000)]
  const expected = filmed(startMs + first, span.endMs + last).map(({ data }) => pictureOf(data))
  expect(pictures).toEqual(expected)
})

test('what was filmed in H.265 comes from the cloud in H.264 to who decodes nothing else: every picture with its own time, key frames where they were @deep', async () => {
  const loop = new ClipLoop(h265CounterClip(), 0)
  await stand.reconnect(new SimulatedSource([{ main: loop, sub: loop }], new Pacer()))
  const seenMs = atMs - 5 * 60_000
  report(stand.agent, { event: 'person' }, seenMs)
  const stored = () =>
    stand.service.edit((db) =>
      db
        .selectFrom('cloud_recording')
        .where('start_at_ms', '<', seenMs)
        .where('object_key', '!=', 'recordings/none.mp4')
        .select('state')
        .execute(),
    )
  await vi.waitFor(async () => expect(await stored()).toEqual([{ state: 'stored' }]), 15_000)
  await stand.agent.stop()
  const [startMs, endMs] = [seenMs - 1_510, seenMs + 2_010]
  const [filmedAt, shownAt, keysAt] = [PIECE + 6, PIECE + 7, PIECE + 8]
  const filmed = await cloudPiece(filmedAt, startMs, endMs)
  const shown = await cloudPiece(shownAt, startMs, endMs, { asH264: true })
  expect(viewer.pastAnswers(filmedAt)[0]).toMatchObject({ codec: expect.stringMatching(/^h[ev][cv]1/) })
  const { width, height, fps } = loop.clip
  expect(viewer.pastAnswers(shownAt)[0]).toMatchObject({ codec: expect.stringMatching(/^avc1\.64/), width, height, fps })
  expect(shown.end).toEqual({ op: 'past-end', channel: shownAt })
  const numbers = filmed.units.map(({ data }) => loop.clip.units.findIndex((unit) => pictureOf(unit.data) === pictureOf(data)))
  expect(numbers.length).toBeGreaterThan(50)
  expect(await numbersIn(Buffer.concat(shown.units.map(({ data }) => data)))).toEqual(numbers)
  const said = ({ units }: typeof shown) => units.map(({ captureMs, isPreroll }) => ({ captureMs, isPreroll }))
  expect(said(shown)).toEqual(said(filmed))
  const keys = ({ units }: typeof shown) => units.filter(({ isKey }) => isKey).map(({ captureMs }) => captureMs)
  expect(keys(shown)).toEqual(expect.arrayContaining(keys(filmed)))
  // Looking through it: key frames alone, each by itself.
  const through = await cloudPiece(keysAt, startMs, endMs, { asH264: true, pictures: 'key' })
  expect(through.units.map(({ captureMs, isKey }) => [captureMs, isKey])).toEqual(keys(filmed).map((captureMs) => [captureMs, true]))
})
