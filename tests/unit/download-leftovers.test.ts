import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { codeOf } from '#contract/errors.ts'
import { BrowserDownloads, DOWNLOADS_LOCK } from '#workers/core/browser-downloads.ts'
import { failure } from '#workers/core/transport.ts'
import { archiveTask } from '#tests/support/core/archive-task.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'

const task: DownloadTask = { ...archiveTask, taskId: 'kept' }

let profile: TestProfile
let stops: (() => void)[]

beforeEach(() => {
  profile = new TestProfile()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
  profile.close()
})

function downloadsOf(userId: string, ports: TestPorts = profile.ports()): BrowserDownloads {
  const downloads = new BrowserDownloads(ports, {
    links: { of: async () => failure(codeOf('network-failure'), 'there is no network') },
    userId: () => userId,
    onChange: () => {},
    handOver: async () => false,
  })
  stops.push(() => downloads.stop())
  return downloads
}

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const write = (taskId: string) => profile.files.write(taskId, 0, { bytes: new Uint8Array(4), key, is: taskId })

it('removes at its start what was written of downloads that are gone, and nothing of any other, whoever’s it is', async () => {
  await downloadsOf('u1').add({ task, goal: 'browser' })
  await downloadsOf('u2').add({ task: { ...task, taskId: 'of another' }, goal: 'browser' })
  for (const taskId of ['kept', 'of another', 'gone', 'gone as well']) await write(taskId)
  downloadsOf('u1').start()
  await expect.poll(() => profile.files.taskIds()).toEqual(['kept', 'of another'])
})

it('removes nothing where the database does not tell what there is', async () => {
  await write('kept')
  vi.stubGlobal('indexedDB', undefined)
  const ports = profile.ports()
  const downloads = downloadsOf('u1', ports)
  downloads.start()
  await expect.poll(async () => (await ports.locks.query()).held?.map(({ name }) => name)).toContain(DOWNLOADS_LOCK)
  downloads.stop()
  // It holds the lock until it has looked.
  await ports.locks.request(DOWNLOADS_LOCK, () => {})
  expect(await profile.files.taskIds()).toEqual(['kept'])
})
