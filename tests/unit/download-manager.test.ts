import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { creationResults, MOST_DOWNLOAD_TASKS, type DownloadTask } from '#contract/plugin/download-task.ts'
import type { DownloadTaskStatus } from '#contract/states/download-task.ts'
import { passes, taskFilterNames } from '#src/features/downloads/task-filters.ts'
import { partLengths } from '#src/features/playback/part-span.ts'
import { clipLengths } from '#src/ui/archive/archiving.ts'
import { Downloads, type DownloadNeeds } from '#workers/core/downloads.ts'
import { archiveTask } from '#tests/support/core/archive-task.ts'
import { becomePage } from '#tests/support/core/become-page.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'

let profile: TestProfile
let atPlugin: DownloadTask[]
/** What was noted in the service's log. */
let noted: unknown[]
let downloads: Downloads

/** Of somebody whose plugin has some tasks already, and is away when it comes to new ones. */
beforeEach(() => {
  profile = new TestProfile()
  atPlugin = []
  noted = []
  const needs = {
    plugin: { state: { kind: 'unloaded' }, ask: async () => ({ ok: true, data: { tasks: atPlugin } }) },
    calls: {},
    time: {},
    userId: () => 'u1',
    onChange: () => {},
    change: async (_path: string, input: unknown) => noted.push(input),
  }
  downloads = new Downloads(profile.ports(), needs as unknown as DownloadNeeds)
})
afterEach(() => profile.close())

const source = (taskId: string) =>
  ({ type: 'cloudArchive', taskId, sn: 'SIM000001', chlIndex: 0, title: taskId, startTime: 0, endTime: 9 }) as const

async function listed(): Promise<DownloadTask[]> {
  const result = await downloads.list()
  return result.ok ? result.data : []
}

describe('the one list of downloads', () => {
  it('has the newest first, whether the plugin or the browser downloads it', async () => {
    const startMs = profile.clock.nowMs()
    atPlugin = [
      { ...archiveTask, taskId: 'second', createTime: startMs + 500, needsLink: false },
      { ...archiveTask, taskId: 'oldest', createTime: startMs - 500, needsLink: false },
    ]
    await downloads.create(source('first'))
    profile.clock.advance(1_000)
    await downloads.create(source('third'))
    expect((await listed()).map(({ taskId }) => taskId)).toEqual(['third', 'second', 'first', 'oldest'])
  })

  it('begins each task as prepared, with speed 0 and progress 0, and notes in the log only what was created', async () => {
    expect(await downloads.create(source('one'))).toEqual({ ok: true, data: { result: creationResults.created } })
    expect(await downloads.create(source('one'))).toEqual({ ok: true, data: { result: creationResults.duplicate } })
    const [task] = await listed()
    expect(task).toMatchObject({ fileName: 'one.avi', status: 'prepare', speedKbps: 0, progressPercent: 0 })
    expect(noted).toEqual([{ operateEnum: 'download-task-create', detail: 'one' }])
  })

  it('takes no more tasks than it holds, and says that the next one failed', async () => {
    await downloads.create(source('task 0'))
    const { store } = profile.ports()
    const record = (await store.browserDownloads.get('task 0')) ?? expect.unreachable()
    // Written down as that one is: to create a task looks through all there are, twice.
    for (let number = 1; number < MOST_DOWNLOAD_TASKS; number += 1) {
      const task: DownloadTask = { ...record.task, taskId: `task ${number}` }
      await store.browserDownloads.put(task.taskId, { ...record, task }, task.createTime)
    }
    expect(await downloads.create(source('one more'))).toEqual({ ok: true, data: { result: creationResults.failed } })
    expect(await listed()).toHaveLength(MOST_DOWNLOAD_TASKS)
    expect(await downloads.create(source('task 7'))).toEqual({ ok: true, data: { result: creationResults.duplicate } })
    await downloads.delete('task 7')
    expect(await downloads.create(source('one more'))).toEqual({ ok: true, data: { result: creationResults.created } })
  })

  it('pauses and continues what the states allow, and nothing else', async () => {
    await downloads.create(source('one'))
    expect(await downloads.control('one', 'pause')).toMatchObject({ ok: false })
    const ports = profile.ports()
    for (const [status, wish, isDone] of [
      ['continue', 'pause', true],
      ['pause', 'continue', true],
      ['startFailed', 'continue', true],
      ['startFailed', 'pause', false],
      ['finish', 'continue', false],
      ['finish', 'pause', false],
    ] as const) {
      const record = await ports.store.browserDownloads.get('one')
      if (record === undefined) expect.unreachable()
      const task: DownloadTask = { ...record.task, status, speedKbps: status === 'continue' ? 800 : 0 }
      await ports.store.browserDownloads.put('one', { ...record, task }, record.task.createTime)
      expect((await downloads.control('one', wish)).ok, `${status}, ${wish}`).toBe(isDone)
      expect((await listed())[0]).toMatchObject({ status: isDone ? wish : status, speedKbps: 0 })
    }
  })
})

it('is asked for every 3 s where it is shown', async () => {
  const page = await becomePage()
  try {
    const { downloadsQuery } = await import('#src/data/records/downloads.ts')
    expect(downloadsQuery.refetchInterval).toBe(3_000)
  } finally {
    page.core.stop()
    page.profile.close()
    vi.unstubAllGlobals()
  }
})

it('filters by all, downloading, completed and failed', () => {
  const all: DownloadTaskStatus[] = ['prepare', 'continue', 'pause', 'finish', 'startFailed']
  expect(Object.fromEntries(taskFilterNames.map((name) => [name, all.filter((status) => passes(name, status))]))).toEqual({
    all,
    downloading: ['prepare', 'continue', 'pause'],
    completed: ['finish'],
    failed: ['startFailed'],
  })
})

it('offers 30 s, 1, 5 and 15 minutes, and a length of one’s own on the time line', () => {
  expect([...clipLengths].map(Number)).toEqual([30_000, 60_000, 300_000, 900_000])
  expect(partLengths).toEqual(['marked', ...clipLengths, 'custom'])
})
