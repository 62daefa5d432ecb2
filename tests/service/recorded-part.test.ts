import { createHash } from 'node:crypto'
import { BufferSource } from 'mediabunny'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { DOWNLOAD_PIECE_BYTES, partLimits } from '#contract/archives.ts'
import type { RecordedPart } from '#contract/calls/archive/recorded-part.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveFilters, archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { openMp4 } from '#shared/media/mp4-film.ts'
import { hashOfPiece } from '#tests/support/hash-of-piece.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { demoDevices } from '#tests/support/service.ts'

type Wish = InputOf<typeof archiveCalls.recordedPartCreate>
const HOUR_MS = 60 * 60_000
const { sn } = demoDevices.gate
const { success, fail } = archiveStatuses

let stand: ArchiveStand
beforeEach(async () => {
  stand = await ArchiveStand.start()
})
afterEach(() => stand.close())

/** Some seconds over the begin of another minute of the part, so that it is put together of two pieces. */
function wish(changes: Partial<Wish> = {}): Wish {
  const startMs = Date.now() - 120_000
  return { sn, chlIndex: 0, startMs, endMs: startMs + 62_000, from: 'local', format: 'mp4', ...changes }
}

async function until({ partId }: RecordedPart, status: ArchiveStatus, client: ServiceClient = stand.admin): Promise<RecordedPart> {
  let part: RecordedPart | undefined
  await vi.waitFor(async () => {
    part = await client.call(archiveCalls.recordedPartGet, { partId })
    expect(part.status).toBe(status)
  }, 20_000)
  if (part === undefined) throw new Error('There is no such part')
  return part
}

const create = (changes: Partial<Wish> = {}, client: ServiceClient = stand.admin) =>
  client.call(archiveCalls.recordedPartCreate, wish(changes))
const refusal = async (changes: Partial<Wish>, client: ServiceClient = stand.admin) =>
  (await client.failure(archiveCalls.recordedPartCreate, wish(changes))).code

/** The slice of the picture, which tells it from all others, without what goes along with it. */
const pictureOf = (unit: Uint8Array) => Buffer.from(unit.subarray(-64)).toString('hex')

async function bytesOf({ file }: RecordedPart, range?: string): Promise<Uint8Array> {
  const response = await stand.get(file?.url ?? '', range === undefined ? {} : { range })
  expect(response.status).toBe(range === undefined ? 200 : 206)
  return new Uint8Array(await response.arrayBuffer())
}

test('a part of a recording is one file with every picture of its time, with the size and the hash that were told, also piece by piece', async () => {
  const question = wish()
  const part = await until(await stand.admin.call(archiveCalls.recordedPartCreate, question), success)
  const whole = await bytesOf(part)
  expect(whole.byteLength).toBe(part.file?.sizeBytes)
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(hashOf(whole)).toBe(part.file?.sha256)
  const pieces = Array.from({ length: Math.ceil(whole.byteLength / DOWNLOAD_PIECE_BYTES) }, (_, number) => number * DOWNLOAD_PIECE_BYTES)
  expect(part.file?.pieceSha256s).toEqual(pieces.map((at) => hashOfPiece(whole.subarray(at, at + DOWNLOAD_PIECE_BYTES))))
  // From the key frame before its begin on, which players decode and do not show; over the minute nothing is missing or there twice.
  const first = stand.loop.firstFrom(question.startMs)
  const from = stand.loop.keyAtOrBefore(first)
  const expected = Array.from({ length: stand.loop.firstFrom(question.endMs) - from }, (_, index) => stand.loop.unit(from + index, false))
  const film = await openMp4(new BufferSource(whole))
  const pictures: { atS: number; data: Uint8Array }[] = []
  if (film !== undefined) for await (const picture of film.pictures(-60)) pictures.push(picture)
  expect(pictures.map(({ data }) => pictureOf(data))).toEqual(expected.map(({ data }) => pictureOf(data)))
  expect(pictures.filter(({ atS }) => atS >= 0)).toHaveLength(expected.length - (first - from))
  // By one link, as often as needed: from where a download was cut.
  const middle = whole.byteLength >> 1
  const halves = [await bytesOf(part, `bytes=0-${middle - 1}`), await bytesOf(part, `bytes=${middle}-`)]
  expect(Buffer.concat(halves).equals(whole)).toBe(true)
  // It is nobody's archive, and the same question is not made twice.
  expect((await stand.admin.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.all })).archives).toEqual([])
  expect(await stand.admin.call(archiveCalls.recordedPartCreate, question)).toMatchObject({ partId: part.partId, status: success })
})

test('as AVI it begins with the key frame before its begin, and shows every picture from there on', async () => {
  const question = wish({ format: 'avi', endMs: wish().startMs + 4_000 })
  const part = await until(await stand.admin.call(archiveCalls.recordedPartCreate, question), success)
  expect(part).toMatchObject({ format: 'avi', progress: 100 })
  const file = await bytesOf(part)
  expect(Buffer.from(file.subarray(0, 12)).toString('latin1')).toMatch(/^RIFF.{4}AVI /s)
  const numbers = await numbersIn(file)
  const first = stand.loop.keyAtOrBefore(stand.loop.firstFrom(question.startMs))
  const count = stand.loop.firstFrom(question.endMs) - first
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => (first + index) % stand.loop.clip.frames))
})

test('only who may play the camera back and download gets a part, and nobody one of somebody else', async () => {
  const part = await create({ endMs: wish().startMs + 2_000 })
  const operator = await stand.service.signIn('operator')
  expect((await operator.failure(archiveCalls.recordedPartGet, { partId: part.partId })).code).toBe(31102)
  expect(await refusal({ sn: OTHER_DEVICE.sn })).toBe(33005)
  await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: ['query'] })
  expect(await refusal({}, operator)).toBe(5002)
  // Of another site.
  expect(await refusal({}, await stand.service.signIn('manager'))).toBe(33005)
})

test('what cannot be is refused: the future, more than an hour, more at once than one person may', async () => {
  expect(await refusal({ endMs: Date.now() + HOUR_MS / 2 })).toBe(1000)
  expect(await refusal({ startMs: Date.now() - 2 * HOUR_MS, endMs: Date.now() - HOUR_MS / 2 })).toBe(1000)
  await stand.agent.stop()
  await stand.service.edit(async (db) => {
    for (let count = 0; count < partLimits.unfinished; count += 1)
      await stand.addRow({ id: `waiting-${count}`, status: archiveStatuses.processing })
    await db
      .updateTable('archive')
      .set({ part_source: 'local', part_format: 'mp4', part_expires_at_ms: stand.service.now + HOUR_MS })
      .execute()
  })
  expect(await refusal({})).toBe(31112)
})

test('a part of which nothing was recorded, or whose device is away, says so, and can be asked for again', async () => {
  const longAgo = { startMs: Date.now() - 26 * HOUR_MS, endMs: Date.now() - 26 * HOUR_MS + 2_000 }
  expect(await until(await create(longAgo), fail)).toMatchObject({ failCode: 31104, file: null })
  expect(await until(await create({ ...longAgo, from: 'cloud' }), fail)).toMatchObject({ failCode: 31104 })
  await stand.agent.stop()
  const question = wish({ endMs: wish().startMs + 2_000 })
  expect(await until(await create(question), fail)).toMatchObject({ failCode: 7062 })
  await stand.reconnect()
  await until(await create(question), success)
})

test('before it is made a part says how large it becomes, or that nobody can know', async () => {
  const { startMs, endMs } = wish()
  const span = { sn, chlIndex: 0, startMs, endMs }
  // This device does not say what it recorded; the cloud has nothing, and knows that.
  expect(await stand.admin.call(archiveCalls.recordedPartEstimate, { ...span, from: 'local' })).toEqual({
    recordedMs: null,
    sizeBytes: null,
  })
  expect(await stand.admin.call(archiveCalls.recordedPartEstimate, { ...span, from: 'cloud' })).toEqual({ recordedMs: 0, sizeBytes: 0 })
})

test('a day later the part and its file are gone', async () => {
  const part = await until(await create({ endMs: wish().startMs + 1_000 }), success)
  await stand.advance(partLimits.keptMs + HOUR_MS)
  expect((await stand.admin.failure(archiveCalls.recordedPartGet, { partId: part.partId })).code).toBe(31102)
  await vi.waitFor(async () => expect(await stand.service.edit((db) => db.selectFrom('archive').selectAll().execute())).toEqual([]), 5_000)
})
