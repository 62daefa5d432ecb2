import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { browserDownloadFaults, type CallResult, type ListedDownload, type PartSource } from '#contract/core-api.ts'
import { Core } from '#workers/core/core.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { BeepingSource } from '#tests/support/beeping-source.ts'
import { deep } from '#tests/support/depth.ts'
import { DownloadStand } from '#tests/support/download-stand.ts'
import { putPart } from '#tests/support/put-part.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { largeCounterClip } from '#tests/support/recording-camera.ts'
import { demoDevices } from '#tests/support/service.ts'

const SECONDS = 12
const [CUTS, CUT_SECONDS] = deep([50, 60], [4, 12])
/** So slow that a piece is written down before all is there. */
const SLOW_BYTES_PER_S = 30_000
const PIECES = 4
/** Of answers, all that is not the file. */
const SPOKEN_BYTES = 200_000
const { sn } = demoDevices.gate

let stand: DownloadStand
let profile: TestProfile
let core: Core
let closers: (() => void)[] = []

beforeAll(async () => {
  stand = await DownloadStand.start()
  await stand.stopPlugin()
})
afterAll(() => stand.close())

beforeEach(async () => {
  profile = new TestProfile()
  core = open()
  await attach(core)
  expect(await core.api.signIn(stand.archives.service.person('admin'))).toMatchObject({ ok: true })
})
afterEach(async () => {
  stand.proxy.restore()
  stand.proxy.thinBack(Number.POSITIVE_INFINITY)
  for (const { taskId } of await tasks()) await core.api.deleteDownload(taskId)
  end()
  profile.close()
})

/** A core with one tab in the browser profile of the test. */
function open(): Core {
  const surroundings = { url: stand.origin, origin: stand.origin, pluginPort: stand.pluginPort, clock: systemClock }
  const made = new Core(nodePorts(profile, surroundings), { build: 'one', generation: 0 }, () => {})
  closers.push(() => made.stop())
  return made
}

async function attach({ api }: Core): Promise<void> {
  const lockName = `tab ${crypto.randomUUID()}`
  void profile.ports().locks.request(lockName, () => new Promise<void>((resolve) => closers.push(resolve)))
  await api.attach({ tabId: lockName, lockName }, () => {})
}

/** The browser is gone, as if killed: nobody hears of it. */
function end(): void {
  for (const close of closers.toReversed()) close()
  closers = []
}

function wish(changes: Partial<PartSource> = {}): PartSource {
  const startMs = Date.now() - 60_000
  const camera = { sn, chlIndex: 0, from: 'local', title: 'Gate' } as const
  return { ...camera, startMs, endMs: startMs + SECONDS * 1000, ...changes }
}

async function tasks(): Promise<ListedDownload[]> {
  const result: CallResult<ListedDownload[]> = await core.api.downloads()
  if (!result.ok) throw new Error(`The list failed with ${result.code}`)
  return result.data
}

async function until(state: Partial<ListedDownload>): Promise<ListedDownload> {
  await expect.poll(async () => (await tasks())[0], { timeout: 20_000 }).toMatchObject(state)
  const [task] = await tasks()
  if (task === undefined) throw new Error('There is no task')
  return task
}

/** Has a part downloaded over a thin line, up to where some of it is written down. */
async function startSlowly(part: PartSource): Promise<void> {
  stand.proxy.thinBack(SLOW_BYTES_PER_S)
  expect(await core.api.createPartDownload(part)).toEqual({ ok: true, data: { result: 0 } })
  await expect.poll(() => profile.files.count, { timeout: 20_000 }).toBeGreaterThan(0)
}

async function expectWhole({ taskId, sizeBytes }: ListedDownload): Promise<Uint8Array> {
  const file = (await core.api.downloadedFile(taskId)) as Blob
  const bytes = new Uint8Array(await file.arrayBuffer())
  const part = await stand.archives.admin.call(archiveCalls.recordedPartGet, { partId: taskId })
  expect([bytes.byteLength, createHash('sha256').update(bytes).digest('hex')]).toEqual([sizeBytes, part.file?.sha256])
  return bytes
}

test('without the plugin the browser downloads a part, as one file with every picture; asked for again it is there already', async () => {
  const part = wish()
  expect(await core.api.createPartDownload(part)).toEqual({ ok: true, data: { result: 0 } })
  const task = await until({ status: 'finish', progressPercent: 100, speedKbps: 0, keeper: 'browser', fileName: 'Gate.avi' })
  const { loop } = stand.archives
  // From the key frame before its begin on.
  const first = loop.keyAtOrBefore(loop.firstFrom(part.startMs))
  const count = loop.firstFrom(part.endMs) - first
  expect(await numbersIn(await expectWhole(task))).toEqual(Array.from({ length: count }, (_, index) => (first + index) % loop.clip.frames))
  expect(await core.api.createPartDownload(part)).toEqual({ ok: true, data: { result: 1 } })
})

test('a download goes on where it was after the line was cut, and after the browser was killed', async () => {
  await startSlowly(wish())
  stand.proxy.cut()
  // What is written is counted in a moment later.
  await expect.poll(async () => (await tasks())[0]?.progressPercent).toBeGreaterThan(0)
  const before = await until({ status: 'continue' })
  end()
  stand.proxy.restore()
  stand.proxy.thinBack(Number.POSITIVE_INFINITY)
  core = open()
  await attach(core)
  const after = await until({ status: 'finish' })
  await expectWhole(after)
  expect(after.taskId).toBe(before.taskId)
})

test(`a download whose line is cut ${CUTS} times goes on from each cut, and is in the end what the service has`, {
  timeout: 180_000,
}, async () => {
  const { proxy } = stand
  const part = wish()
  const long = { ...part, endMs: part.startMs + CUT_SECONDS * 1000 }
  // Made before, so that only its way is cut.
  const question = { sn, chlIndex: 0, startMs: long.startMs, endMs: long.endMs, from: 'local', format: 'avi' } as const
  const { partId } = await stand.archives.admin.call(archiveCalls.recordedPartCreate, question)
  const made = async () => (await stand.archives.admin.call(archiveCalls.recordedPartGet, { partId })).file
  await expect.poll(made, { timeout: 20_000 }).not.toBeNull()
  const { sizeBytes = 0, url = '' } = (await made()) ?? {}
  const legBytes = sizeBytes / (CUTS + 2)
  proxy.thinBack(legBytes * 8)
  proxy.requestedPaths.length = 0
  expect(await core.api.createPartDownload(long)).toEqual({ ok: true, data: { result: 0 } })
  const asked = () => proxy.requestedPaths.filter((path) => path.startsWith(url.split('?')[0] ?? url)).length
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await expect.poll(asked, { timeout: 20_000 }).toBe(cut)
    const before = proxy.broughtBytes
    await expect.poll(() => proxy.broughtBytes - before, { interval: 10 }).toBeGreaterThan(legBytes / 2)
    proxy.reset()
  }
  proxy.thinBack(Number.POSITIVE_INFINITY)
  const task = await until({ status: 'finish' })
  expect(asked()).toBe(CUTS + 1)
  await expectWhole(task)
})

test('a download that is paused stays so until it is to go on, and one that the disk does not take says so', async () => {
  profile.files.hasRoom = false
  await core.api.createPartDownload(wish())
  const { taskId } = await until({ status: 'startFailed', errorCode: browserDownloadFaults.noRoom, speedKbps: 0 })
  expect(await core.api.controlDownload(taskId, 'pause')).toMatchObject({ ok: false })
  profile.files.hasRoom = true
  stand.proxy.slowDown(20_000)
  expect(await core.api.controlDownload(taskId, 'continue')).toEqual({ ok: true, data: null })
  expect(await core.api.controlDownload(taskId, 'pause')).toEqual({ ok: true, data: null })
  await until({ status: 'pause', speedKbps: 0 })
  stand.proxy.restore()
  await core.api.controlDownload(taskId, 'continue')
  await expectWhole(await until({ status: 'finish' }))
})

test('a byte that the line changes is noticed, and the piece in which it is comes again, and nothing else', async () => {
  const part = wish()
  const { sn, chlIndex, startMs, endMs } = part
  const { service } = stand.archives
  await putPart(service, { sn, chlIndex, startMs, endMs, from: 'local', format: 'avi' }, PIECES * DOWNLOAD_PIECE_BYTES + 1_000)
  const before = stand.proxy.broughtBytes
  stand.proxy.flipAfter(2.5 * DOWNLOAD_PIECE_BYTES)
  expect(await core.api.createPartDownload(part)).toEqual({ ok: true, data: { result: 0 } })
  const task = await until({ status: 'finish' })
  await expectWhole(task)
  const againBytes = stand.proxy.broughtBytes - before - task.sizeBytes
  expect(againBytes).toBeGreaterThanOrEqual(DOWNLOAD_PIECE_BYTES)
  expect(againBytes).toBeLessThan(DOWNLOAD_PIECE_BYTES + SPOKEN_BYTES)
})

test('what is damaged on the disk is never given to anybody, and comes again alone when the download is started again', async () => {
  const { sn, chlIndex, startMs, endMs } = wish()
  const sizeBytes = PIECES * DOWNLOAD_PIECE_BYTES
  await putPart(stand.archives.service, { sn, chlIndex, startMs, endMs, from: 'local', format: 'avi' }, sizeBytes)
  await core.api.createPartDownload(wish({ startMs, endMs }))
  const { taskId } = await until({ status: 'finish', sizeBytes })
  profile.files.damage()
  expect(await core.api.downloadedFile(taskId)).toBeUndefined()
  await until({ status: 'startFailed', errorCode: browserDownloadFaults.damaged, progressPercent: 75 })
  const before = stand.proxy.broughtBytes
  await core.api.controlDownload(taskId, 'continue')
  await expectWhole(await until({ status: 'finish' }))
  expect(stand.proxy.broughtBytes - before).toBeLessThan(DOWNLOAD_PIECE_BYTES + SPOKEN_BYTES)
})

test('archives are downloaded by the browser too, and a part of nothing fails with the reason', async () => {
  const { archiveId, title, startMs, endMs } = await stand.archives.make({ stream: 'main' })
  const source = { type: 'cloudArchive', taskId: archiveId, sn, chlIndex: 0, title, startTime: startMs, endTime: endMs } as const
  expect(await core.api.createDownload(source)).toEqual({ ok: true, data: { result: 0 } })
  const { taskId, sizeBytes } = await until({ status: 'finish', type: 'cloudArchive', fileName: `${title}.avi` })
  expect((await core.api.downloadedFile(taskId))?.size).toBe(sizeBytes)
  const longAgoMs = Date.now() - 26 * 60 * 60_000
  await core.api.createPartDownload(wish({ startMs: longAgoMs, endMs: longAgoMs + 1_000 }))
  const failed = await until({ status: 'startFailed', errorCode: 31104 })
  // Started anew it is tried anew: nothing was recorded, as before.
  expect(await core.api.controlDownload(failed.taskId, 'continue')).toEqual({ ok: true, data: null })
  await until({ status: 'startFailed', errorCode: 31104 })
  expect(await stand.archives.admin.call(archiveCalls.recordedPartGet, { partId: failed.taskId })).toMatchObject({ failCode: 31104 })
})

test('signing out leaves nothing of what was downloaded', async () => {
  await core.api.createPartDownload(wish())
  await until({ status: 'finish' })
  expect(profile.files.count).toBeGreaterThan(0)
  await core.api.signOut()
  await expect.poll(() => profile.files.count).toBe(0)
  expect(await core.api.signIn(stand.archives.service.person('admin'))).toMatchObject({ ok: true })
  expect(await tasks()).toEqual([])
})

test('where the plugin is, it is given the part when that is made, and writes it into its folder as AVI', async () => {
  await stand.startPlugin()
  try {
    end()
    core = open()
    await attach(core)
    await expect.poll(async () => (await core.api.connectPlugin()).kind).toBe('loaded')
    expect(await core.api.createPartDownload(wish())).toEqual({ ok: true, data: { result: 0 } })
    const { fileName } = await until({ status: 'finish', keeper: 'plugin', type: 'others', fileName: 'Gate.avi' })
    const file = readFileSync(`${stand.downloadsFolder}/${fileName}`)
    expect(file.subarray(0, 4).toString('latin1')).toBe('RIFF')
  } finally {
    await core.api.deleteDownload((await tasks())[0]?.taskId ?? '')
    await stand.stopPlugin()
  }
})

test('a part over the moment in which the camera began to film larger pictures is two downloads, and the first says so', async () => {
  const changedMs = Date.now() - 30_000
  await stand.archives.reconnect(new BeepingSource({ clip: largeCounterClip(), atMs: changedMs }))
  try {
    const part = wish({ startMs: changedMs - 3_000, endMs: changedMs + 5_000 })
    expect(await core.api.createPartDownload(part)).toEqual({ ok: true, data: { result: 0 } })
    const finished = async () =>
      (await tasks()).filter(({ status }) => status === 'finish').toSorted((one, other) => one.startTime - other.startTime)
    await expect.poll(async () => (await finished()).length, { timeout: 20_000 }).toBe(2)
    const [first, rest] = await finished()
    if (first === undefined || rest === undefined) expect.unreachable()
    expect(first).toMatchObject({ fileName: 'Gate.avi', goesOn: true, startTime: part.startMs, endTime: rest.startTime })
    expect(rest).toMatchObject({ fileName: 'Gate (2).avi', endTime: part.endMs })
    expect(rest).not.toHaveProperty('goesOn')
    expect((await numbersIn(await expectWhole(first))).length).toBeGreaterThanOrEqual(3 * 15 - 2)
    expect((await numbersIn(await expectWhole(rest))).length).toBeGreaterThanOrEqual(3 * 25 - 2)
    // Who takes the rest out of the list does not get it again.
    await core.api.deleteDownload(rest.taskId)
    expect((await tasks()).map(({ taskId }) => taskId)).toEqual([first.taskId])
  } finally {
    await stand.archives.reconnect()
  }
})
