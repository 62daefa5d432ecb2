import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CFB, read, utils } from 'xlsx'
import { eventExport } from '#contract/calls/event/event-export.ts'
import type { InputOf } from '#contract/define-call.ts'
import { readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'
import { codeOf } from '#contract/errors.ts'
import { timeOfEvent } from '#server/events/event-id.ts'
import { databaseKind } from '#tests/support/database.ts'
import { addManyEvents } from '#tests/support/many-events.ts'
import { TestService, type PersonName } from '#tests/support/service.ts'

const ROWS = 6_000
const PICTURED = 200
const DAY_MS = 24 * 60 * 60_000
let service: TestService
let many: { fromMs: number; toMs: number }
let pictured: { fromMs: number; toMs: number }

beforeAll(async () => {
  service = await TestService.start()
  const nowMs = service.now
  many = { fromMs: nowMs - DAY_MS, toMs: nowMs }
  await service.edit(async (db) => {
    await addManyEvents(db, { database: databaseKind(), count: ROWS, devices: 2, channels: 2, ...many })
    const newest = db.selectFrom('event').select(['id', 'snapshot_key']).orderBy('id', 'desc').limit(PICTURED)
    const rows = (await newest.execute()).toReversed()
    pictured = { fromMs: timeOfEvent(rows[0]?.id ?? 0), toMs: nowMs }
    for (const [index, { snapshot_key: key }] of rows.entries()) {
      // Every tenth is gone, the one after it no picture at all.
      if (index % 10 !== 0) await service.objects.put(key ?? '', index % 10 === 1 ? Buffer.from('no picture') : pictureOf(index))
    }
  })
}, 60_000)
afterAll(() => service.close())

/** A picture that tells by its colour which event it is of. */
function pictureOf(index: number): Buffer {
  const canvas = createCanvas(640, 360)
  const pen = canvas.getContext('2d')
  pen.fillStyle = `rgb(${index} 128 0)`
  pen.fillRect(0, 0, 640, 360)
  return canvas.toBuffer('image/jpeg')
}

async function download(name: PersonName, question: Partial<InputOf<typeof eventExport>>, signal?: AbortSignal): Promise<Response> {
  const { token = '' } = await service.signIn(name)
  const input = { ...pictured, format: 'xlsx', language: 'en-US', ...question }
  return fetch(service.url + eventExport.path, {
    method: 'POST',
    body: writeRequest(input, { id: randomUUID(), nonce: 'n', nowMs: Date.now() }),
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: writeTokenHeader(token) },
    ...(signal && { signal }),
  })
}

test('an Excel file has the picture of each event beside its row, small, and none where there is none', async () => {
  const bytes = new Uint8Array(await (await download('admin', { withPictures: true })).arrayBuffer())
  const rows = utils.sheet_to_json<string[]>(read(bytes, { type: 'array' }).Sheets['Events'] ?? {}, { header: 1 })
  expect(rows).toHaveLength(PICTURED + 1)
  expect(rows[0]?.slice(0, 2)).toEqual(['Picture', 'Time'])
  const zip: unknown = CFB.read(bytes, { type: 'array' })
  const part = (path: string) => (CFB.find(zip, path) as { content: Uint8Array } | null)?.content
  const drawing = Buffer.from(part('/xl/drawings/drawing1.xml') ?? []).toString()
  expect(Buffer.from(part('/xl/worksheets/sheet1.xml') ?? []).toString()).toContain('<drawing r:id="rId1"/></worksheet>')
  const shown = [...drawing.matchAll(/<xdr:row>(\d+)<\/xdr:row>.*?r:embed="rId(\d+)"/g)].map(([, row, picture]) => [
    Number(row),
    Number(picture),
  ])
  expect(shown).toHaveLength(PICTURED * 0.8)
  for (const [row = 0, number = 0] of shown.slice(0, 20)) {
    const picture = await loadImage(part(`/xl/media/event${number}.jpeg`) ?? new Uint8Array())
    expect([picture.width, picture.height]).toEqual([160, 90])
    const canvas = createCanvas(160, 90)
    canvas.getContext('2d').drawImage(picture, 0, 0)
    const [red = 0] = canvas.getContext('2d').getImageData(80, 45, 1, 1).data
    // The newest event is in the first row.
    expect(Math.abs(red - (PICTURED - row))).toBeLessThan(6)
  }
})

test('whoever has asked hears how far it is', async () => {
  const push = await service.openPush(await service.signIn('admin'))
  await download('admin', { withPictures: true, exportId: 'mine' })
  const done = await push.next('export-progress', { exportId: 'mine', rows: PICTURED })
  expect(done.infoContent.totalRows).toBe(PICTURED)
  const heard = push.heard.flatMap((message) => (message.infoType === 'export-progress' ? [message.infoContent.rows] : []))
  expect(heard).toEqual([40, 80, 120, 160, 200])
  push.close()
})

test('those of somebody else are not in it', async () => {
  const none = read(new Uint8Array(await (await download('stranger', { withPictures: true })).arrayBuffer()), { type: 'array' })
  expect(utils.sheet_to_json(none.Sheets['Events'] ?? {}, { header: 1 })).toHaveLength(1)
  const text = readReply(await (await download('admin', { withPictures: true, format: 'csv' })).json())
  expect(text).toMatchObject({ ok: false, code: 1000 })
})

test('others are answered while the file of 6,000 events is made', async () => {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const beganMs = performance.now()
  const file = await (await download('admin', many)).arrayBuffer()
  const tookMs = performance.now() - beganMs
  delays.disable()
  expect(file.byteLength).toBeGreaterThan(ROWS * 10)
  expect(delays.max / 1e6 / tookMs, `longest of ${tookMs.toFixed(0)} ms`).toBeLessThan(0.25)
})

test('one is made for a person at a time, and whoever asks for a second one reads so', async () => {
  const push = await service.openPush(await service.signIn('admin'))
  const calling = new AbortController()
  const first = download('admin', { ...many, withPictures: true, exportId: 'first' }, calling.signal)
  await push.next('export-progress', { exportId: 'first' })
  const second = await download('admin', { format: 'csv' })
  expect(readReply(await second.json())).toMatchObject({ ok: false, code: codeOf('export-under-way') })
  // One for each organization: somebody else waits for their turn.
  const other = download('operator', { format: 'csv', kinds: ['plate'] })
  calling.abort()
  await expect(first).rejects.toThrow()
  expect((await other).headers.get('content-type')).toContain('text/csv')
  expect((await download('admin', { format: 'csv' })).headers.get('content-type')).toContain('text/csv')
  push.close()
})

test('an export that is called off is made no further, and the next one is', async () => {
  const push = await service.openPush(await service.signIn('admin'))
  const calling = new AbortController()
  const called = download('admin', { withPictures: true, exportId: 'off' }, calling.signal)
  await push.next('export-progress', { exportId: 'off' })
  calling.abort()
  await expect(called).rejects.toThrow()
  const next = await download('admin', { withPictures: true, exportId: 'next' })
  expect(next.headers.get('content-disposition')).toContain('events.xlsx')
  await push.next('export-progress', { exportId: 'next', rows: PICTURED })
  expect(push.heard.filter(({ infoContent }) => 'exportId' in infoContent && infoContent.exportId === 'off').length).toBeLessThan(5)
  push.close()
})

test('nothing of it stays on the disk of the service', async () => {
  await vi.waitFor(async () => expect(await readdir(join(service.folder, 'unfinished-exports'))).toEqual([]))
})
