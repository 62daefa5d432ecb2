import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BUNDLE_FORM } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { EXPORT_ROWS, eventExport } from '#contract/calls/event/event-export.ts'
import { TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { archiveFilters, archiveStatuses } from '#contract/states/archive.ts'
import { writeRequest } from '#contract/write-request.ts'
import type { ChannelRecording, ChannelSource, SourceUnit, WantedPast } from '#device/agent/channel-source.ts'
import { databaseKind } from '#tests/support/database.ts'
import { addManyEvents } from '#tests/support/many-events.ts'
import { connectRecordingCamera, counterClip } from '#tests/support/recording-camera.ts'
import { ServiceApart } from '#tests/support/service-apart.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { demoDevices } from '#tests/support/service.ts'
import type { Watched } from '#tests/support/service-apart-main.ts'

const MB = 1024 ** 2
/** So large that a service that held it would notice. */
const CLIP_MB = 300
const CLIP_MS = 4 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** What comes and goes in a process that only passes things on; and how long one waits for the processor while others have it. */
const MOST_GROWN_MB = 180
const MOST_PAUSE_MS = 3_000

let dist: string
let service: ServiceApart
let admin: ServiceClient
let agent: { stop(): Promise<void> }

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sightline-large-'))
  for (const name of ['index.html', 'verify.html']) await writeFile(join(dist, name), '<!doctype html><title>A page that checks</title>')
  service = await ServiceApart.start({ distFolder: dist })
  admin = await service.signIn('admin')
  agent = (await connectRecordingCamera(service.url, demoDevices.gate, new LargeSource((CLIP_MB * MB * 1000) / CLIP_MS))).agent
}, 60_000)
afterAll(async () => {
  await agent.stop()
  await service.close()
  await rm(dist, { recursive: true, force: true })
})

/** A camera that counts, and whose pictures are made larger by bytes that mean nothing (filler, NAL unit 12). */
class LargeSource implements ChannelSource {
  readonly #units: { data: Uint8Array; isKey: boolean }[]

  constructor(bytesPerS: number) {
    const { fps, units } = counterClip()
    const filler = Buffer.alloc(Math.round(bytesPerS / fps), 0xff)
    const tail = Buffer.concat([Buffer.from([0, 0, 0, 1, 12]), filler, Buffer.from([0x80])])
    this.#units = units.map(({ data, isKey }) => ({ isKey, data: Buffer.concat([data, tail]) }))
  }

  open() {
    return { close: () => {} }
  }

  recording(_chlIndex: number, { startMs, endMs }: WantedPast): ChannelRecording {
    const { codec, width, height, fps } = counterClip()
    return { format: { codec, width, height, fps }, units: this.#between(startMs, endMs, fps) }
  }

  *#between(startMs: number, endMs: number, fps: number): Generator<SourceUnit> {
    const all = this.#units
    let number = Math.ceil((startMs * fps) / 1000)
    while (all[number % all.length]?.isKey !== true) number -= 1
    for (; (number * 1000) / fps < endMs; number += 1) {
      const { data, isKey } = all[number % all.length] ?? { data: new Uint8Array(), isKey: false }
      const captureMs = (number * 1000) / fps
      yield { data, isKey, isPreroll: captureMs < startMs, captureMs, ptsUs: Math.round(captureMs * 1000) }
    }
  }
}

/** Reads an answer to its end, and holds nothing of it. */
async function countBytes(answer: IncomingMessage): Promise<number> {
  expect(answer.statusCode).toBe(200)
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Uint8Array).byteLength
  expect(bytes).toBe(Number(answer.headers['content-length']))
  return bytes
}

/** Asks the service, and waits as long as it takes: `fetch` has a patience of its own. */
async function ask(path: string, post?: { body: string; headers: Record<string, string> }): Promise<IncomingMessage> {
  const asking = request(service.url + path, { method: post === undefined ? 'GET' : 'POST', headers: post?.headers })
  asking.end(post?.body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return answer
}

/** What stands in the place of a file. */
async function sayingWhy(answer: IncomingMessage): Promise<string> {
  return answer.headers['content-type']?.includes('json') === true ? text(answer) : ''
}

function tell(what: string, { grownBytes, pauseMs }: Watched): void {
  console.log(`${what}: the service grew by ${(grownBytes / MB).toFixed(0)} MB, its longest pause was ${pauseMs.toFixed(0)} ms`)
}

test('events are exported with their pictures without being held in memory @deep', async () => {
  const span = { fromMs: service.startedAtMs - DAY_MS, toMs: service.startedAtMs }
  await addPicturedEvents(span)
  let bytes = 0
  const watched = await service.watch(async () => {
    const input = { ...span, format: 'xlsx', withPictures: true, language: 'en-US' }
    const answer = await ask(eventExport.path, {
      body: writeRequest(input, { id: randomUUID(), nonce: 'n', nowMs: Date.now() }),
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: writeTokenHeader(admin.token ?? '') },
    })
    expect(answer.headers['content-type'], await sayingWhy(answer)).toContain('spreadsheetml')
    bytes = await countBytes(answer)
  })
  tell(`${EXPORT_ROWS} rows with pictures in a file of ${(bytes / MB).toFixed(0)} MB`, watched)
  expect(bytes).toBeGreaterThan(EXPORT_ROWS * 1_000)
  expect(watched.grownBytes / MB).toBeLessThan(MOST_GROWN_MB)
  expect(watched.pauseMs).toBeLessThan(MOST_PAUSE_MS)
}, 900_000)

test('an archive is made, and downloaded with its proof, without being held in memory @deep', async () => {
  let bytes = 0
  const watched = await service.watch(async () => {
    const endMs = service.startedAtMs - 60_000
    const wish = { title: 'Large', sn: demoDevices.gate.sn, chlIndex: 0, startMs: endMs - CLIP_MS, endMs }
    const { archiveId } = await admin.call(archiveCalls.archivesCreate, wish)
    await vi.waitFor(
      async () => {
        const { archives } = await admin.call(archiveCalls.archivesList, { pageNum: 1, status: archiveFilters.all })
        expect(archives.find((one) => one.archiveId === archiveId)?.status).toBe(archiveStatuses.success)
      },
      { timeout: 120_000, interval: 250 },
    )
    const camera = { taskID: archiveId, sn: demoDevices.gate.sn, chlIndex: 0 }
    const { url } = await admin.call(archiveCalls.archivesDownloadTokenGet, {
      ...camera,
      resourceType: 'cloudArchive',
      cloudArchiveType: 'video',
    })
    bytes = await countBytes(await ask(`${url}&form=${BUNDLE_FORM}`))
  })
  tell(`A bundle of ${(bytes / MB).toFixed(0)} MB`, watched)
  expect(bytes).toBeGreaterThan(CLIP_MB * MB)
  expect(watched.grownBytes / MB).toBeLessThan(MOST_GROWN_MB)
  expect(watched.pauseMs).toBeLessThan(MOST_PAUSE_MS)
}, 180_000)

/** Each with a picture of its own, of which the disk has one. */
async function addPicturedEvents(span: { fromMs: number; toMs: number }): Promise<void> {
  const canvas = createCanvas(320, 180)
  const pen = canvas.getContext('2d')
  for (let at = 0; at < 320; at += 1) {
    pen.fillStyle = `hsl(${at} 80% ${30 + (at % 40)}%)`
    pen.fillRect(at, 0, 1, 180)
  }
  const picture = join(dist, 'picture.jpg')
  await writeFile(picture, canvas.toBuffer('image/jpeg'))
  const db = await service.openDatabase()
  try {
    await addManyEvents(db, { database: databaseKind(), count: EXPORT_ROWS, devices: 4, channels: 4, ...span })
    for (const { snapshot_key: key } of await db.selectFrom('event').select('snapshot_key').execute()) {
      const path = join(service.folder, 'objects', key ?? '')
      await mkdir(dirname(path), { recursive: true })
      await link(picture, path).catch(() => {})
    }
  } finally {
    await db.destroy()
  }
}
