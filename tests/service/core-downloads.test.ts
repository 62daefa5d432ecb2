import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import type { CallResult, CoreEvent, DownloadSource } from '#contract/core-api.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { Core } from '#workers/core/core.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { DownloadStand } from '#tests/support/download-stand.ts'

const HELD_BYTES = 20_000
const HOUR_MS = 60 * 60_000

let stand: DownloadStand
let archive: Archive
let profile: TestProfile
let core: Core
const closers: (() => void)[] = []

beforeAll(async () => {
  stand = await DownloadStand.start()
  archive = await stand.archives.make({ stream: 'main' })
})
afterAll(() => stand.close())

beforeEach(async () => {
  profile = new TestProfile()
  await open('admin')
})
afterEach(async () => {
  stand.proxy.restore()
  for (const { taskId } of (await tasks()).data) await core.api.deleteDownload(taskId)
  for (const close of closers.splice(0).toReversed()) close()
  profile.close()
})

/** A core with one tab in the browser profile of the test, whose session may be there already. */
async function open(name?: 'admin' | 'manager'): Promise<void> {
  const surroundings = { url: stand.origin, origin: stand.origin, pluginPort: stand.pluginPort, clock: systemClock }
  core = new Core(nodePorts(profile, surroundings), { build: 'one', generation: 0 }, () => {})
  const { api } = core
  const ports = nodePorts(profile, surroundings)
  const events: CoreEvent[] = []
  const lockName = `tab ${crypto.randomUUID()}`
  void ports.locks.request(lockName, () => new Promise<void>((resolve) => closers.push(resolve)))
  closers.push(() => core.stop())
  const { state: first } = await api.attach({ tabId: lockName, lockName }, (event) => events.push(event))
  if (name !== undefined) expect(await api.signIn(stand.archives.service.person(name))).toMatchObject({ ok: true })
  const plugin = () => {
    const last = events.findLast((event) => event.kind === 'state')
    return (last?.kind === 'state' ? last.state : first).plugin.kind
  }
  if (stand.isPluginRunning) await expect.poll(plugin).toBe('loaded')
}

function source(): DownloadSource {
  const { archiveId, sn, chlIndex, title, startMs, endMs } = archive
  return { type: 'cloudArchive', taskId: archiveId, sn, chlIndex, title, startTime: startMs, endTime: endMs }
}

async function tasks(): Promise<Extract<CallResult<DownloadTask[]>, { ok: true }>> {
  const result = await core.api.downloads()
  if (!result.ok) throw new Error(`The list failed with ${result.code}`)
  return result
}

async function untilFinished(): Promise<void> {
  await expect.poll(async () => (await tasks()).data[0]?.status).toBe('finish')
}

test('a task is created as AVI, a second time it is a duplicate, and the service notes it in the log', async () => {
  expect(await core.api.createDownload(source())).toEqual({ ok: true, data: { result: 0 } })
  await untilFinished()
  expect(await tasks()).toMatchObject({
    data: [{ taskId: archive.archiveId, fileName: expect.stringMatching(/\.avi$/), progressPercent: 100 }],
  })
  expect(await core.api.createDownload(source())).toEqual({ ok: true, data: { result: 1 } })
  expect(await core.api.deleteDownload(archive.archiveId)).toEqual({ ok: true, data: null })
  expect((await tasks()).data).toEqual([])
  const { admin } = stand.archives
  await expect
    .poll(async () => {
      const nowMs = stand.archives.service.now
      const page = { pageNum: 1, pageSize: 20, fromMs: nowMs - HOUR_MS, untilMs: nowMs + HOUR_MS }
      return JSON.stringify(await admin.call(opLogsList, page))
    })
    .toMatch(/download-task-clear.*download-task-create/s)
})

test('a download that was broken off goes on by itself, with a new link, while nobody looks', async () => {
  stand.proxy.holdAfter(HELD_BYTES)
  await core.api.createDownload(source())
  await expect.poll(async () => (await stand.task(archive))?.progressPercent).toBeGreaterThan(0)
  stand.proxy.restore()
  await expect.poll(async () => (await stand.task(archive))?.status, { timeout: 20_000 }).toBe('finish')
})

test('a paused task goes on at once when it is continued', async () => {
  stand.proxy.holdAfter(HELD_BYTES)
  await core.api.createDownload(source())
  await expect.poll(async () => (await tasks()).data[0]?.progressPercent).toBeGreaterThan(0)
  expect(await core.api.controlDownload(archive.archiveId, 'pause')).toEqual({ ok: true, data: null })
  expect((await tasks()).data[0]).toMatchObject({ status: 'pause', speedKbps: 0 })
  stand.proxy.restore()
  await expect.poll(async () => await core.api.controlDownload(archive.archiveId, 'continue')).toEqual({ ok: true, data: null })
  await untilFinished()
})

test('without the plugin the list is the one seen last, with its time, over a reload too; it goes with the session', async () => {
  await core.api.createDownload(source())
  await untilFinished()
  const beforeMs = Date.now()
  const { data: seen } = await tasks()
  await stand.stopPlugin()
  try {
    core.stop()
    await open()
    const kept = await tasks()
    expect(kept.data).toEqual(seen)
    expect(kept.asOfMs).toBeLessThanOrEqual(beforeMs)
    // The browser would download it, but it is in the list.
    expect(await core.api.createDownload(source())).toEqual({ ok: true, data: { result: 1 } })
    expect(await core.api.controlDownload(archive.archiveId, 'pause')).toMatchObject({ ok: false, code: 409 })
    await core.api.signOut()
    core.stop()
    await open('admin')
    expect(await tasks()).toEqual({ ok: true, data: [] })
  } finally {
    await stand.startPlugin()
  }
})

test('another person at the same machine does not see the tasks', async () => {
  await core.api.createDownload(source())
  await untilFinished()
  await core.api.signOut()
  core.stop()
  await open('manager')
  expect(await tasks()).toEqual({ ok: true, data: [] })
  expect(await core.api.deleteDownload(archive.archiveId)).toMatchObject({ ok: false, code: 411 })
  await core.api.signOut()
  core.stop()
  await open('admin')
  expect((await tasks()).data).toHaveLength(1)
})
