import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BUNDLE_FORM, shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { checkBundle } from '#shared/proof/bundle.ts'
import { openChain, type Chain } from '#shared/proof/statements.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'

const VERIFIER = '<!doctype html><title>A page that checks</title>'
let stand: ArchiveStand
let folder: string
let archive: Archive
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-proof-'))
  for (const name of ['index.html', 'verify.html']) await writeFile(join(folder, name), VERIFIER)
  stand = await ArchiveStand.start({ distFolder: folder })
  archive = await stand.make()
})
afterAll(async () => {
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

async function proofOf(archiveId: string, redactionId?: string): Promise<Chain> {
  const { statements, keys } = await stand.admin.call(archiveCalls.archivesProofGet, { archiveId, ...(redactionId && { redactionId }) })
  return openChain(statements, keys)
}

async function bytesOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await stand.get(address)
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const length = answer.headers.get('content-length')
  if (length !== null) expect(bytes.byteLength).toBe(Number(length))
  return bytes
}

async function fileOf({ archiveId }: Archive): Promise<Uint8Array<ArrayBuffer>> {
  const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
  return bytesOf(videos[0]?.url ?? '')
}

describe('what is signed about an archive', () => {
  test('names its file byte for byte, who made it, when, from which device and which time, and the moments in each segment', async () => {
    const { newest, segments, keys } = await proofOf(archive.archiveId)
    const file = await fileOf(archive)
    expect(newest).toMatchObject({
      change: 'made',
      previous: null,
      by: archive.archivedBy,
      atMs: archive.createdAtMs,
      title: archive.title,
      device: { sn: archive.sn, channel: archive.chlIndex, camera: archive.cameraName, site: archive.siteName },
      range: { fromMs: archive.startMs, toMs: archive.endMs },
      file: { sizeBytes: file.byteLength, sha256: createHash('sha256').update(file).digest('hex') },
    })
    let at = 0
    for (const { sizeBytes, sha256 } of segments) {
      expect(
        createHash('sha256')
          .update(file.subarray(at, (at += sizeBytes)))
          .digest('hex'),
      ).toBe(sha256)
    }
    expect(at).toBe(file.byteLength)
    const moments = segments.flatMap(({ fromMs, toMs }) => (fromMs === null || toMs === null ? [] : [fromMs, toMs]))
    expect(Math.min(...moments)).toBe(0)
    expect(Math.max(...moments)).toBeGreaterThan(3_000)
    expect(Math.max(...moments)).toBeLessThanOrEqual(4_100)
    expect(keys).toHaveLength(1)
  })

  test('goes on with each new title, also when several come at once, and after the key was replaced', async () => {
    const made = await stand.make({ title: 'First' })
    const rename = (title: string) => stand.admin.call(archiveCalls.archivesUpdate, { archiveId: made.archiveId, title })
    await rename('Second')
    await rename('Second')
    await stand.service.edit((db) => db.updateTable('proof_key').set({ retired_at_ms: 1 }).execute())
    await rename('Third')
    const { statements, keys } = await proofOf(made.archiveId)
    expect(statements.map(({ title, change }) => [title, change])).toEqual([
      ['First', 'made'],
      ['Second', 'described'],
      ['Third', 'described'],
    ])
    expect(keys).toHaveLength(2)
  })

  test('keeps its key sealed: the private half is in no row of the database', async () => {
    await proofOf(archive.archiveId)
    const rows = await stand.service.edit((db) => db.selectFrom('proof_key').selectAll().execute())
    expect(rows.length).toBeGreaterThan(0)
    for (const { private_sealed } of rows) expect(private_sealed).toMatch(/^sealed\./)
  })

  test('is not made of a file that was changed in the store after it was made', async () => {
    const made = await stand.make({ title: 'Bent' })
    // The first is signed right after the file was made.
    await proofOf(made.archiveId)
    const { object_key, file } = await stand.service.edit(async (db) => {
      await db.deleteFrom('proof_statement').where('archive_id', '=', made.archiveId).execute()
      const row = await db.selectFrom('archive').where('id', '=', made.archiveId).selectAll().executeTakeFirstOrThrow()
      return { object_key: row.object_key ?? '', file: await fileOf(made) }
    })
    file[file.byteLength - 100] = (file[file.byteLength - 100] ?? 0) ^ 1
    await stand.service.objects.put(object_key, file)
    await expect(proofOf(made.archiveId)).rejects.toThrow(/33801/)
  })

  test('of a redacted file names the untouched one', async () => {
    const areas = [
      {
        form: 'rectangle' as const,
        look: 'black' as const,
        fromMs: 0,
        toMs: 60_000,
        moments: [{ atMs: 0, box: { x: 0.2, y: 0.2, width: 0.2, height: 0.2 } }],
      },
    ]
    const { archiveId } = archive
    const { redactionId } = await stand.admin.call(archiveCalls.archivesRedactCreate, { archiveId, areas, isSilent: true })
    await vi.waitFor(async () => {
      const { redactions } = await stand.admin.call(archiveCalls.archivesRedactList, { archiveId })
      expect(redactions[0]?.status).toBe(archiveStatuses.success)
    }, 30_000)
    const [untouched, redacted] = [await proofOf(archiveId), await proofOf(archiveId, redactionId)]
    expect(redacted.newest).toMatchObject({ change: 'redacted', fileId: redactionId, archiveId, original: untouched.newestSha256 })
    // Whoever has the untouched file can tell that it is the one.
    const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
    const file = new Uint8Array(await (await stand.get(videos[0]?.url ?? '')).arrayBuffer())
    const hash = createHash('sha256').update(file).digest('hex')
    expect(redacted.newest.originalFile).toEqual({ fileId: archiveId, sizeBytes: file.byteLength, sha256: hash })
    expect(untouched.newest.originalFile).toBeUndefined()
    const [kept] = redacted.segments
    expect(kept?.fromMs).not.toBeNull()
  })
})

describe('a bundle', () => {
  test('is a zip file that other programs open too, in which every byte is accounted for', async () => {
    const camera = { taskID: archive.archiveId, sn: archive.sn, chlIndex: archive.chlIndex }
    const wish = { ...camera, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
    const { url } = await stand.admin.call(archiveCalls.archivesDownloadTokenGet, wish)
    const bytes = await bytesOf(`${url}&form=${BUNDLE_FORM}`)
    const { trouble, parts, manifest } = await checkBundle(async (from, to) => bytes.slice(from, to), bytes.byteLength)
    expect([trouble, parts.flatMap(({ changed }) => changed)]).toEqual([undefined, []])
    expect(manifest?.chain.newest.archiveId).toBe(archive.archiveId)
    const path = join(folder, 'bundle.zip')
    await writeFile(path, bytes)
    const script = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(*z.namelist(), sep="\\n")'
    expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim().split('\n')).toEqual([
      'manifest.json',
      `${archive.title}.mp4`,
      'verify.html',
    ])
    // A token is good once, for the bundle too.
    expect((await stand.get(`${url}&form=${BUNDLE_FORM}`)).status).toBe(404)
  })

  test('of several shared archives is one zip file of zip files, each of which proves its own', async () => {
    const other = await stand.make({ title: archive.title })
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, {
      archiveId: archive.archiveId,
      moreArchiveIds: [other.archiveId],
      emails: [],
      durationMinutes: shareDurations.hours2,
    })
    const download = await stand.service.client().call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId, clip: 'all' })
    expect(download.fileName).toMatch(/\.zip$/)
    const path = join(folder, 'all.zip')
    await writeFile(path, await bytesOf(download.url))
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print(*z.namelist(), sep="\\n")'
    const names = execFileSync('python3', ['-c', script, path, join(folder, 'all')], { encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(names).toEqual([`1 ${archive.title}.zip`, `2 ${archive.title}.zip`])
    for (const [index, { archiveId }] of [archive, other].entries()) {
      const bytes = new Uint8Array(await readFile(join(folder, 'all', names[index] ?? '')))
      const { trouble, parts, manifest } = await checkBundle(async (from, to) => bytes.slice(from, to), bytes.byteLength)
      expect([trouble, parts.flatMap(({ changed }) => changed)]).toEqual([undefined, []])
      expect(manifest?.chain.newest.archiveId).toBe(archiveId)
    }
    expect((await stand.get(download.url)).status).toBe(404)
  })

  test('is given to whoever has a share, with the proof of what is shared', async () => {
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, {
      archiveId: archive.archiveId,
      emails: [],
      message: '',
      durationMinutes: shareDurations.hours2,
    })
    const visitor = stand.service.client()
    const { statements, keys } = await visitor.call(archiveCalls.archivesProofNoTokenGet, { shareId })
    expect((await openChain(statements, keys)).newest.archiveId).toBe(archive.archiveId)
    const { url } = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    const bytes = await bytesOf(`${url}&form=${BUNDLE_FORM}`)
    const { trouble } = await checkBundle(async (from, to) => bytes.slice(from, to), bytes.byteLength)
    expect(trouble).toBeUndefined()
  })
})
