import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { Redaction } from '#contract/calls/archive/redaction.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { deep } from '#tests/support/depth.ts'
import { hashOfPiece } from '#tests/support/hash-of-piece.ts'
import { childrenWith } from '#tests/support/process-table.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { framesIn, tracksIn } from '#tests/support/ffmpeg.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'

const { success, cancelled, fail, processing } = archiveStatuses
const WIDTH = 640
const HEIGHT = 360
/** The row of cells with the picture's number, which the area covers. */
const strip = { x: 0, y: 0, width: 1, height: 0.08 }

const still = (box: RedactionArea['moments'][number]['box'], changes: Partial<RedactionArea> = {}): RedactionArea => ({
  form: 'rectangle',
  look: 'blur',
  fromMs: 0,
  toMs: 60_000,
  moments: [{ atMs: 0, box }],
  ...changes,
})

let stand: ArchiveStand
let archive: Archive
let folder: string
let untouched: Uint8Array
/** The original's numbers and pixels, and what became of it with its numbers blurred: made once, for all who look at them. */
let numbersBefore: Awaited<ReturnType<typeof numbersIn>>
let pixelsBefore: Awaited<ReturnType<typeof pixelsOf>>
let blurred: Awaited<ReturnType<typeof made>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-redaction-'))
  stand = await ArchiveStand.start()
  archive = await stand.make()
  const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId: archive.archiveId })
  untouched = await bytesOf(videos[0]?.url ?? '')
  numbersBefore = await numbersIn(untouched)
  pixelsBefore = await pixelsOf('before.mp4', untouched)
  blurred = await made([still(strip)])
})
afterAll(async () => {
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

async function bytesOf(url: string): Promise<Uint8Array> {
  const answer = await stand.get(url)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

async function find(redactionId: string): Promise<Redaction | undefined> {
  const { redactions } = await stand.admin.call(archiveCalls.archivesRedactList, { archiveId: archive.archiveId })
  return redactions.find((one) => one.redactionId === redactionId)
}

async function until(redactionId: string, status: ArchiveStatus): Promise<Redaction> {
  return vi.waitFor(async () => {
    const found = await find(redactionId)
    if (found?.status !== status) throw new Error(`It is ${found?.status}`)
    return found
  }, 30_000)
}

async function made(areas: RedactionArea[], isSilent = false): Promise<{ redaction: Redaction; file: Uint8Array }> {
  const created = await stand.admin.call(archiveCalls.archivesRedactCreate, { archiveId: archive.archiveId, areas, isSilent })
  const redaction = await until(created.redactionId, success)
  const { videos } = await stand.admin.call(archiveCalls.archivesRedactVideoList, { redactionId: redaction.redactionId })
  return { redaction, file: await bytesOf(videos[0]?.url ?? '') }
}

async function kept(name: string, file: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, file)
  return path
}

/** Brightness of each pixel of each picture, as a player shows them. */
async function pixelsOf(name: string, file: Uint8Array) {
  return framesIn(await kept(name, file), { kind: 'video', filters: `scale=${WIDTH}:${HEIGHT},format=gray` })
}

/** How strong edges are within rows: the mean square of the step from one pixel to the next. */
function edgesIn(pixels: Buffer, fromY: number, toY: number): number {
  let sum = 0
  for (let y = fromY; y < toY; y += 1) {
    for (let x = 1; x < WIDTH; x += 1) sum += ((pixels[y * WIDTH + x] ?? 0) - (pixels[y * WIDTH + x - 1] ?? 0)) ** 2
  }
  return sum / ((toY - fromY) * (WIDTH - 1))
}

/** Peak signal to noise of the rows, dB. */
function likeness(one: Buffer, other: Buffer, fromY: number, toY: number): number {
  let sum = 0
  for (let at = fromY * WIDTH; at < toY * WIDTH; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2
  return 10 * Math.log10(255 ** 2 / Math.max(sum / ((toY - fromY) * WIDTH), 1e-9))
}

/** Of what is left when large spots are taken away (`size` pixels): how far the details of the two go together, from -1 to 1. */
function detailsTogether(one: Buffer, other: Buffer, toY: number, size: number): number {
  const details = (pixels: Buffer) => {
    const found: number[] = []
    for (let left = 0; left + size <= WIDTH; left += size) {
      const cells = Array.from({ length: toY * size }, (_, at) => pixels[Math.floor(at / size) * WIDTH + left + (at % size)] ?? 0)
      const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
      found.push(...cells.map((value) => value - mean))
    }
    return found
  }
  const [a, b] = [details(one), details(other)]
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const product = sum(a.map((value, index) => value * (b[index] ?? 0)))
  return product / Math.sqrt(Math.max(sum(a.map((value) => value ** 2)) * sum(b.map((value) => value ** 2)), 1e-9))
}

describe('a redacted file', () => {
  test.each(deep(['blur', 'black'] as const, ['blur'] as const))(
    'with %s shows nothing of the area in any picture, and all else as it was, at the same times',
    async (look) => {
      const { redaction, file } = look === 'blur' ? blurred : await made([still(strip, { look })])
      expect(redaction).toMatchObject({
        areaCount: 1,
        isSilent: false,
        progress: 100,
        sizeBytes: file.byteLength,
        madeBy: 'Marit de Vries',
      })
      // The original can be read in every picture, and stays as it is.
      expect(numbersBefore.every((number) => number !== undefined)).toBe(true)
      expect((await numbersIn(file)).every((number) => number === undefined)).toBe(true)
      const before = pixelsBefore
      const after = await pixelsOf('after.mp4', file)
      expect(after.length).toBe(60)
      expect(after.map(({ atS }) => Math.round(atS * 1000))).toEqual(before.map(({ atS }) => Math.round(atS * 1000)))
      const rows = Math.floor(strip.height * HEIGHT)
      const found = after.map(({ data }, index) => {
        const original = before[index]?.data ?? Buffer.alloc(0)
        return {
          edges: edgesIn(original, 0, rows) / Math.max(edgesIn(data, 0, rows), 1e-3),
          together: Math.abs(detailsTogether(original, data, rows, 40)),
          outside: likeness(original, data, rows + 16, HEIGHT),
        }
      })
      const least = (name: 'edges' | 'outside') => Math.min(...found.map((one) => one[name]))
      const most = Math.max(...found.map(({ together }) => together))
      console.log(
        '%s: edges inside weaker by %i at least, details together by %s at most, outside %s dB at least',
        look,
        least('edges'),
        most.toFixed(2),
        least('outside').toFixed(1),
      )
      expect(least('edges')).toBeGreaterThan(100)
      expect(most).toBeLessThan(0.5)
      expect(least('outside')).toBeGreaterThan(35)
    },
  )

  test('covers an area for its time alone, and follows it where it was drawn to move', async () => {
    const { file } = await made([still(strip, { fromMs: 1_000, toMs: 2_000 })])
    const numbers = await numbersIn(file)
    const before = numbersBefore
    const times = pixelsBefore.map(({ atS }) => atS * 1000)
    const isHidden = times.map((atMs) => atMs >= 900 && atMs <= 2_100)
    expect(numbers).toEqual(before.map((number, index) => (isHidden[index] ? undefined : number)))
    expect(new Set(isHidden).size).toBe(2)
    // It comes down over the row of cells and is there from the second half on.
    const above = { x: 0, y: 0.5, width: 1, height: 0.08 }
    const moments = [
      { atMs: 0, box: above },
      { atMs: 2_000, box: strip },
    ]
    const moved = await numbersIn((await made([still(strip, { moments })])).file)
    expect(moved.map((number, index) => number === before[index])[0]).toBe(true)
    expect(moved.filter((number, index) => (times[index] ?? 0) >= 2_000 && number !== undefined)).toEqual([])
  })

  test('is one H.264 track as long as the original, carries nothing of its units, and is downloaded once with its hashes', async () => {
    const { redaction, file } = blurred
    const [before, after] = [await tracksIn(await kept('before.mp4', untouched)), await tracksIn(await kept('after.mp4', file))]
    expect(after.tracks.map(({ kind, codec, width, height }) => [kind, codec, width, height])).toEqual([['video', 'h264', WIDTH, HEIGHT]])
    expect(Math.abs(after.durationS - before.durationS)).toBeLessThan(1 / 15)
    const hashes = (units: { data: Uint8Array }[]) => units.map(({ data }) => createHash('sha256').update(data).digest('hex'))
    const originals = new Set(hashes(before.tracks[0]?.packets ?? []))
    expect(hashes(after.tracks[0]?.packets ?? []).filter((hash) => originals.has(hash))).toEqual([])
    const ask = () => stand.admin.call(archiveCalls.archivesRedactDownloadTokenGet, { redactionId: redaction.redactionId })
    const download = await ask()
    expect(download).toMatchObject({ fileName: 'Truck at the gate (redacted).mp4', sizeBytes: file.byteLength })
    const fetched = await bytesOf(download.url)
    expect(Buffer.compare(fetched, file)).toBe(0)
    expect(download.pieceSha256s).toEqual([hashOfPiece(file)])
    expect((await stand.get(download.url)).status).toBe(404)
    expect(
      Buffer.compare(
        await bytesOf((await stand.admin.call(archiveCalls.archivesVideoList, { archiveId: archive.archiveId })).videos[0]?.url ?? ''),
        untouched,
      ),
    ).toBe(0)
  })

  test('is what a visitor sees of a share of it, who is never sent the untouched one', async () => {
    const { redaction, file } = blurred
    const { redactionId } = redaction
    const wish = { archiveId: archive.archiveId, emails: [], durationMinutes: shareDurations.hours2, redactionId }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    const visitor = stand.service.client()
    expect((await visitor.call(archiveCalls.archivesShareGet, { shareId })).sizeBytes).toBe(file.byteLength)
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    expect(Buffer.compare(await bytesOf(videos[0]?.url ?? ''), file)).toBe(0)
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    expect(Buffer.compare(await bytesOf(download.url), file)).toBe(0)
    const late = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    await stand.admin.call(archiveCalls.archivesRedactDelete, { redactionId })
    expect((await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(31101)
    expect((await stand.get(late.url)).status).toBe(404)
    expect((await stand.admin.failure(archiveCalls.archivesShare, wish)).code).toBe(33731)
  })

  test('gives its areas back to be gone on from', async () => {
    const areas = [still(strip, { form: 'ellipse' })]
    const { redactionId } = await stand.admin.call(archiveCalls.archivesRedactCreate, {
      archiveId: archive.archiveId,
      areas,
      isSilent: true,
    })
    expect(await stand.admin.call(archiveCalls.archivesRedactGet, { redactionId })).toEqual({ areas, isSilent: true })
    await until(redactionId, success)
  })
})

/** The codec's processes of this service, their numbers. */
function codecs(): number[] {
  return childrenWith(process.pid, 'codec/main.ts', '"redact"')
}

async function begun(): Promise<string> {
  const wish = { archiveId: archive.archiveId, areas: [still(strip)], isSilent: false }
  const { redactionId } = await stand.admin.call(archiveCalls.archivesRedactCreate, wish)
  await vi.waitFor(() => expect(codecs()).not.toEqual([]), { timeout: 10_000, interval: 5 })
  return redactionId
}

describe('the making', () => {
  test('ends with a refusal when its process dies, and leaves nothing behind', async () => {
    await clear()
    const redactionId = await begun()
    for (const pid of codecs()) process.kill(pid, 'SIGKILL')
    expect(await until(redactionId, fail)).toMatchObject({ failCode: 33733, sizeBytes: null })
    expect((await stand.admin.failure(archiveCalls.archivesRedactVideoList, { redactionId })).code).toBe(6000)
    await vi.waitFor(async () => expect(await left()).toEqual([]), 5_000)
  })

  test('is given up on request, and its process with it', async () => {
    const redactionId = await begun()
    expect((await stand.admin.failure(archiveCalls.archivesRedactDelete, { redactionId })).code).toBe(6000)
    expect((await stand.admin.call(archiveCalls.archivesRedactCancel, { redactionId })).status).toBe(cancelled)
    await vi.waitFor(() => expect(codecs()).toEqual([]), 5_000)
    expect((await find(redactionId))?.status).toBe(cancelled)
    expect((await stand.admin.failure(archiveCalls.archivesRedactCancel, { redactionId })).code).toBe(6000)
    await vi.waitFor(async () => expect(await left()).toEqual([]), 5_000)
  })

  test('is begun anew when whoever did it fell silent, and not for ever', async () => {
    await clear()
    const abandoned = { status: processing, lease_until_ms: stand.service.now - 1 }
    const { redaction } = await made([still(strip)])
    const edit = (changes: object) =>
      stand.service.edit((db) => db.updateTable('archive_redaction').set(changes).where('id', '=', redaction.redactionId).execute())
    await edit({ ...abandoned, tries: 1 })
    await until(redaction.redactionId, success)
    await edit({ ...abandoned, tries: 3 })
    expect((await until(redaction.redactionId, fail)).failCode).toBe(33733)
  })
})

/** Files that the making has not cleared away. */
async function left(): Promise<string[]> {
  return readdir(join(stand.service.folder, 'unfinished-redactions')).catch(() => [])
}

async function clear(): Promise<void> {
  const { redactions } = await stand.admin.call(archiveCalls.archivesRedactList, { archiveId: archive.archiveId })
  for (const { redactionId } of redactions) await stand.admin.call(archiveCalls.archivesRedactDelete, { redactionId })
}

describe('who may', () => {
  test('each right is asked for, and another organization or site finds nothing', async () => {
    await clear()
    const { redaction } = await made([still(strip)])
    const { redactionId } = redaction
    const operator = await stand.service.signIn('operator')
    const stranger = await stand.service.signIn('stranger')
    const wish = { archiveId: archive.archiveId, areas: [still(strip)], isSilent: false }
    expect((await stranger.failure(archiveCalls.archivesRedactCreate, wish)).code).toBe(31102)
    for (const call of [
      archiveCalls.archivesRedactGet,
      archiveCalls.archivesRedactCancel,
      archiveCalls.archivesRedactDelete,
      archiveCalls.archivesRedactVideoList,
      archiveCalls.archivesRedactDownloadTokenGet,
    ] as const) {
      expect((await stranger.failure(call, { redactionId })).code, call.path).toBe(33731)
    }
    await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: [] })
    expect((await operator.failure(archiveCalls.archivesRedactCreate, wish)).code).toBe(5001)
    expect((await operator.failure(archiveCalls.archivesRedactList, { archiveId: archive.archiveId })).code).toBe(5001)
    expect((await operator.failure(archiveCalls.archivesRedactDownloadTokenGet, { redactionId })).code).toBe(5002)
    expect((await operator.failure(archiveCalls.archivesRedactDelete, { redactionId })).code).toBe(5001)
    await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: ['add', 'query'] })
    const { redactions } = await operator.call(archiveCalls.archivesRedactList, { archiveId: archive.archiveId })
    expect(redactions.map((one) => one.redactionId)).toEqual([redactionId])
  })

  test('nothing to redact, too many files of one archive and a full space are refused; what is there counts', async () => {
    await clear()
    const ask = (changes = {}) =>
      stand.admin.failure(archiveCalls.archivesRedactCreate, {
        archiveId: archive.archiveId,
        areas: [still(strip)],
        isSilent: false,
        ...changes,
      })
    expect(await ask({ areas: [] })).toEqual({ code: 1000, detail: { field: 'areas' } })
    const used = async () => (await stand.admin.call(archiveCalls.archivesConditions, undefined)).usedBytes
    const before = await used()
    const { redaction, file } = await made([still(strip)])
    expect((await used()) - before).toBe(file.byteLength)
    const edit = (size_bytes: number) =>
      stand.service.edit((db) => db.updateTable('archive_redaction').set({ size_bytes }).where('id', '=', redaction.redactionId).execute())
    await edit(tenantLimits.archiveBytes)
    expect((await ask()).code).toBe(31100)
    await edit(1)
    for (let count = 1; count < 10; count += 1) expect((await ask()).code).toBe(200)
    expect((await ask()).code).toBe(33732)
  })

  test('goes with its archive, file and all', async () => {
    const { redactions } = await stand.admin.call(archiveCalls.archivesRedactList, { archiveId: archive.archiveId })
    const [last] = redactions.filter(({ status }) => status === success)
    const { videos } = await stand.admin.call(archiveCalls.archivesRedactVideoList, { redactionId: last?.redactionId ?? '' })
    await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [archive.archiveId] })
    expect((await stand.get(videos[0]?.url ?? '')).status).toBe(404)
    expect((await stand.admin.failure(archiveCalls.archivesRedactGet, { redactionId: last?.redactionId ?? '' })).code).toBe(33731)
  })
})
