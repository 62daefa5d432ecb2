import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { DownloadStand } from '#tests/support/download-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'

const HELD_BYTES = 20_000

let stand: DownloadStand
let archive: Archive
let file: Uint8Array
beforeAll(async () => {
  stand = await DownloadStand.start()
  archive = await stand.archives.make({ stream: 'main' })
  const { videos } = await stand.archives.admin.call(archiveCalls.archivesVideoList, { archiveId: archive.archiveId })
  file = new Uint8Array(await (await stand.archives.get(videos[0]?.url ?? '')).arrayBuffer())
})
afterAll(() => stand.close())

/** Every test begins with a list and a folder that are empty. */
afterEach(async () => {
  stand.proxy.restore()
  for (const { taskId } of await stand.tasks()) await stand.command('downloadTaskDelete', { ...archive, archiveId: taskId })
  rmSync(stand.downloadsFolder, { recursive: true, force: true })
})

async function untilFinished(): Promise<void> {
  await expect.poll(async () => (await stand.task(archive))?.status).toBe('finish')
}

/** A task that has some bytes and gets no more. */
async function createHeld(): Promise<void> {
  stand.proxy.holdAfter(HELD_BYTES)
  expect(await stand.create(archive)).toBe(0)
  await expect.poll(async () => (await stand.task(archive))?.progressPercent).toBeGreaterThan(0)
}

/** Gives the task a link when it wants one, and looks at the file. */
async function continueAndFinish(): Promise<void> {
  stand.proxy.restore()
  await expect.poll(async () => (await stand.task(archive))?.needsLink).toBe(true)
  await stand.renew(archive)
  await untilFinished()
  expect(stand.files()).toEqual(['Truck at the gate.mp4'])
  expect(Buffer.from(stand.read('Truck at the gate.mp4')).equals(file)).toBe(true)
}

test('a download is the very file, at 100 % with speed 0', async () => {
  expect(await stand.create(archive)).toBe(0)
  await untilFinished()
  expect(await stand.task(archive)).toMatchObject({
    taskId: archive.archiveId,
    type: 'cloudArchive',
    fileName: 'Truck at the gate.mp4',
    speedKbps: 0,
    progressPercent: 100,
    startTime: archive.startMs,
    endTime: archive.endMs,
    sizeBytes: file.byteLength,
    errorCode: 0,
    needsLink: false,
  })
  expect(stand.files()).toEqual(['Truck at the gate.mp4'])
  expect(Buffer.from(stand.read('Truck at the gate.mp4')).equals(file)).toBe(true)
})

test('a download that is asked for as AVI is one, with every picture of the recording', async () => {
  expect(await stand.create(archive, { fileName: 'Truck.avi' })).toBe(0)
  await untilFinished()
  expect(stand.files()).toEqual(['Truck.avi'])
  const avi = stand.read('Truck.avi')
  expect(Buffer.from(avi.subarray(8, 12)).toString()).toBe('AVI ')
  const shown = await numbersIn(file)
  // AVI has no edit list: pictures that MP4 hides in front of the first are seen.
  expect((await numbersIn(avi)).slice(-shown.length)).toEqual(shown)
})

test('asked for twice is told as a duplicate, also when both are asked at once', async () => {
  const results = await Promise.all([stand.create(archive), stand.create(archive)])
  expect(results.toSorted()).toEqual([0, 1])
  await untilFinished()
  expect(await stand.create(archive)).toBe(1)
  expect(await stand.tasks()).toHaveLength(1)
})

test('a paused download keeps still, and goes on where it was', async () => {
  await createHeld()
  expect(await stand.control(archive, 'continue')).toBe(412)
  expect(await stand.control(archive, 'pause')).toBe(200)
  expect(await stand.task(archive)).toMatchObject({ status: 'pause', speedKbps: 0, needsLink: false })
  expect(await stand.control(archive, 'pause')).toBe(412)
  const had = stand.read(stand.files()[0] ?? '').byteLength
  expect(had).toBeGreaterThan(0)
  stand.proxy.restore()
  stand.proxy.holdAfter(file.byteLength - had + 10_000)
  expect(await stand.control(archive, 'continue')).toBe(200)
  // More than what was left does not come through: had it begun anew, it would not end.
  await stand.renew(archive)
  await untilFinished()
  expect(Buffer.from(stand.read('Truck at the gate.mp4')).equals(file)).toBe(true)
  expect(await stand.control(archive, 'continue')).toBe(412)
})

test('a download goes on when the network was gone in the middle of it', async () => {
  await createHeld()
  stand.proxy.cut()
  await expect.poll(async () => (await stand.task(archive))?.needsLink).toBe(true)
  expect(await stand.task(archive)).toMatchObject({ status: 'continue', speedKbps: 0 })
  await continueAndFinish()
})

test('a download goes on when the plugin was started again in the middle of it', async () => {
  await createHeld()
  stand.proxy.restore()
  await stand.restartPlugin()
  expect(await stand.task(archive)).toMatchObject({ status: 'continue', needsLink: true })
  expect((await stand.task(archive))?.progressPercent).toBeGreaterThan(0)
  await continueAndFinish()
})

test('a download fails when its bytes so far are gone, and starts from the beginning when it is restarted', async () => {
  await createHeld()
  expect(await stand.control(archive, 'pause')).toBe(200)
  rmSync(join(stand.downloadsFolder, stand.files()[0] ?? ''))
  expect(await stand.control(archive, 'continue')).toBe(200)
  expect(await stand.task(archive)).toMatchObject({ status: 'startFailed', errorCode: 502, speedKbps: 0, progressPercent: 0 })
  expect(await stand.control(archive, 'continue')).toBe(200)
  await continueAndFinish()
})

test('a link that the service does not take fails the download, and a new one restarts it', async () => {
  expect(await stand.create(archive, { url: '/archive-download?token=none' })).toBe(0)
  await expect.poll(async () => (await stand.task(archive))?.status).toBe('startFailed')
  expect(await stand.task(archive)).toMatchObject({ errorCode: 403 })
  expect(await stand.control(archive, 'continue')).toBe(200)
  await continueAndFinish()
})

test('a folder that cannot be written is a download that cannot be created', async () => {
  const blocked = mkdtempSync(join(tmpdir(), 'sightline-blocked-'))
  writeFileSync(join(blocked, 'file'), '')
  await stand.restartPlugin(join(blocked, 'file', 'downloads'))
  try {
    expect(await stand.create(archive)).toBe(2)
    expect(await stand.tasks()).toEqual([])
  } finally {
    await stand.restartPlugin()
    rmSync(blocked, { recursive: true })
  }
})

test('a folder that goes in the middle of a download fails it with write denied', async () => {
  expect(await stand.create(archive, { url: '/archive-download?token=none' })).toBe(0)
  await expect.poll(async () => (await stand.task(archive))?.status).toBe('startFailed')
  rmSync(stand.downloadsFolder, { recursive: true })
  writeFileSync(stand.downloadsFolder, 'a file where the folder was')
  expect(await stand.control(archive, 'continue')).toBe(200)
  await stand.renew(archive)
  await expect.poll(async () => (await stand.task(archive))?.errorCode).toBe(501)
})

test('no name leads out of the folder, and none hides an earlier file', async () => {
  const wish = { ...stand.wish(archive), ...(await stand.link(archive)) }
  for (const fileName of ['../../outside.mp4', 'a/../b.mp4', 'C:\\x.mp4', 'who?.mp4', ''])
    expect(await stand.page.codeOf('CreateDownloadTask', { ...wish, fileName })).toBe(400)
  for (const fileName of ['..', 'CON.mp4', 'run.exe', '.hidden.mp4']) {
    expect(await stand.create(archive, { fileName })).toBe(0)
    await untilFinished()
    await stand.command('downloadTaskDelete', archive)
  }
  expect(stand.files()).toEqual(['hidden.mp4', 'recording CON.mp4', 'recording.mp4', 'run.exe.mp4'])
  expect(await stand.create(archive, { fileName: 'hidden.mp4' })).toBe(0)
  await untilFinished()
  expect((await stand.task(archive))?.fileName).toBe('hidden (2).mp4')
})

test('a link to another place than the service is refused', async () => {
  const { url: _, ...link } = await stand.link(archive)
  for (const url of ['http://127.0.0.1:9/file', '//example.org/file', 'file:///etc/passwd']) {
    const wish = {
      owner: 'harbor-admin',
      taskId: 'x',
      type: 'cloud',
      sn: archive.sn,
      chlIndex: 0,
      fileName: 'x.mp4',
      startTime: 0,
      endTime: 1,
    }
    expect(await stand.page.codeOf('CreateDownloadTask', { ...wish, sizeBytes: 1, url, ...link })).toBe(403)
  }
})

test('whoever says that they are somebody else neither sees, makes, steers, opens nor deletes downloads of theirs', async () => {
  const other = await stand.openPage(await stand.archives.service.signIn('operator'))
  await createHeld()
  const [{ owner, taskId, ...what }, link] = [stand.wish(archive), await stand.link(archive)]
  expect(await other.codeOf('getDownloadTasks', { owner })).toBe(403)
  expect(await other.codeOf('downloadTaskDelete', { owner, taskId })).toBe(403)
  expect(await other.codeOf('downloadTaskOpenFolder', { owner, taskId })).toBe(403)
  expect(await other.codeOf('downloadTaskControl', { owner, taskId, status: 'pause' })).toBe(403)
  expect(await other.codeOf('updateCloudToken', { owner, taskId, ...link })).toBe(403)
  expect(await other.codeOf('CreateDownloadTask', { owner, taskId: 'another', ...what, ...link })).toBe(403)
  // As themselves they have none.
  expect(await other.run('getDownloadTasks', { owner: 'harbor-operator' })).toEqual({ tasks: [] })
  expect(await other.codeOf('downloadTaskDelete', { owner: 'harbor-operator', taskId })).toBe(411)
  expect((await stand.task(archive))?.status).not.toBe('pause')
  other.close()
})

test('deleting takes the task and its bytes so far; nobody else can, and a finished file stays', async () => {
  await createHeld()
  expect(await stand.command('downloadTaskDelete', archive, 'somebody-else')).toBe(403)
  expect(await stand.command('downloadTaskDelete', archive)).toBe(200)
  expect(stand.files()).toEqual([])
  expect(await stand.tasks()).toEqual([])
  stand.proxy.restore()
  expect(await stand.create(archive)).toBe(0)
  await untilFinished()
  expect(await stand.command('downloadTaskDelete', archive)).toBe(200)
  expect(stand.files()).toEqual(['Truck at the gate.mp4'])
})

test('the folder is shown in the file manager of the machine; a file that is gone and a machine without one are told', async () => {
  const tools = mkdtempSync(join(tmpdir(), 'sightline-tools-'))
  const before = process.env.PATH
  const manager = process.platform === 'darwin' ? 'open' : 'xdg-open'
  mkdirSync(stand.downloadsFolder, { recursive: true })
  try {
    expect(await stand.create(archive)).toBe(0)
    await untilFinished()
    process.env.PATH = ''
    expect(await stand.command('downloadTaskOpenFolder', archive)).toBe(505)
    writeFileSync(join(tools, manager), `#!/bin/sh\nprintf %s "$1" > "${join(tools, 'shown')}"\n`)
    chmodSync(join(tools, manager), 0o755)
    process.env.PATH = [tools, before].join(delimiter)
    expect(await stand.command('downloadTaskOpenFolder', archive)).toBe(200)
    await expect.poll(() => readFileSync(join(tools, 'shown'), 'utf8')).toBe(stand.downloadsFolder)
    rmSync(join(stand.downloadsFolder, 'Truck at the gate.mp4'))
    expect(await stand.command('downloadTaskOpenFolder', archive)).toBe(502)
  } finally {
    process.env.PATH = before
    rmSync(tools, { recursive: true })
  }
})
