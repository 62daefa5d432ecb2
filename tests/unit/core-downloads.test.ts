import { afterEach, beforeEach, expect, it } from 'vitest'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { DownloadTask } from '#contract/plugin/download-task.ts'
import { PluginDownloads, type DownloadNeeds } from '#workers/core/plugin-downloads.ts'
import { failure } from '#workers/core/transport.ts'
import { archiveTask } from '#tests/support/core/archive-task.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const task: DownloadTask = { ...archiveTask, status: 'continue' }

let profile: TestProfile
let downloads: PluginDownloads
let tasks: DownloadTask[]
let isThere: boolean
/** Names of the commands that the plugin got. */
let commands: string[]

beforeEach(() => {
  profile = new TestProfile()
  tasks = [task]
  isThere = true
  commands = []
  const ports = profile.ports()
  const needs = {
    plugin: {
      ask: async ({ name }: { name: string }) => {
        if (!isThere) return failure(pluginCodes.notConnected, 'the plugin is not there')
        commands.push(name)
        return { ok: true, data: { tasks } }
      },
    },
    links: {
      of: async () => ({ ok: true, data: { kind: 'link', url: '/archive-download?token=t', sizeBytes: 1_000, goodForMs: 60_000 } }),
    },
    userId: () => 'u1',
  }
  downloads = new PluginDownloads(ports, needs as unknown as DownloadNeeds)
})
afterEach(() => profile.close())

function count(name: string): number {
  return commands.filter((one) => one === name).length
}

it('asks for the list every 3 s while a task is under way, and gives a task a link at most every 5 s', async () => {
  downloads.onPlugin(true)
  for (const [lists, links] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
  ] as const) {
    await until('the list', () => count('getDownloadTasks') === lists && profile.clock.waits.includes(3_000))
    await until('the links', () => count('updateCloudToken') === links)
    profile.clock.advance(2_999)
    expect(count('getDownloadTasks')).toBe(lists)
    profile.clock.advance(1)
  }
})

it('gives a task that a person continues a link at once', async () => {
  await downloads.list()
  await until('a link', () => count('updateCloudToken') === 1)
  await downloads.control('archive-1', 'continue')
  expect(count('updateCloudToken')).toBe(2)
})

it('leaves the plugin alone when nothing is under way', async () => {
  tasks = [{ ...task, status: 'pause', needsLink: false }]
  await downloads.list()
  expect(profile.clock.waits).not.toContain(3_000)
  expect(commands).toEqual(['getDownloadTasks'])
})

it('answers with the list of before and its time while the plugin is away, also after a restart', async () => {
  const seenAtMs = profile.clock.nowMs()
  await downloads.list()
  isThere = false
  profile.clock.advance(60_000)
  expect(await downloads.list()).toEqual({ ok: true, data: [task], asOfMs: seenAtMs })
  const restarted = new PluginDownloads(profile.ports(), { plugin: { ask: async () => failure(409, '') }, userId: () => 'u1' } as never)
  expect(await restarted.list()).toEqual({ ok: true, data: [task], asOfMs: seenAtMs })
  const stranger = new PluginDownloads(profile.ports(), { plugin: { ask: async () => failure(409, '') }, userId: () => 'u2' } as never)
  expect(await stranger.list()).toEqual({ ok: true, data: [] })
})
