import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloudStorageDownloadTokenGet } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { limits } from '#contract/limits.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { PluginCloud } from '#workers/core/plugin-cloud.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { PluginMedia, PluginPage } from '#tests/support/plugin-page.ts'
import { demoDevices } from '#tests/support/service.ts'
import { APART_MS, storeInCloud } from '#tests/support/stored-in-cloud.ts'

const { sn } = demoDevices.gate
const window = { tabId: 'tab', winIndex: 64 }
const PATIENCE = { timeout: 20_000, interval: 20 }
const MINUTE_MS = 60_000

let stand: ArchiveStand
let plugin: Plugin
let page: PluginPage
let folder: string
let atMs: number

beforeAll(async () => {
  stand = await ArchiveStand.start()
  atMs = Date.now() - 60_000
  await storeInCloud(stand, atMs)
  await stand.agent.stop()
  folder = mkdtempSync(join(tmpdir(), 'sightline-cloud-links-'))
  plugin = await createPlugin({ port: 0, origins: [stand.service.origin], dataFolder: folder, log: () => {} })
  page = await PluginPage.open(plugin.port, stand.service.origin)
  const { ticket } = await stand.admin.call(deviceAccessTokenGet, { holder: 'plugin' })
  await page.run('connectToServer', { address: stand.service.origin, ticket })
})
afterAll(async () => {
  page.close()
  await plugin.close()
  await stand.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The links of a core to this service and this plugin; they are good for so long. Notes when the service was asked, and what the plugin was told. */
function linksGoodFor(goodForMs: number) {
  const asked: number[] = []
  const told: string[] = []
  const cloud = new PluginCloud({
    clock: systemClock,
    time: { nowMs: () => Date.now() },
    calls: {
      send: async (call, input) => {
        asked.push(Date.now())
        return { ok: true, data: await stand.admin.call(call, input as never) }
      },
    },
    plugin: {
      ask: async (command, request) => {
        told.push(command.name)
        return { ok: true, data: (await page.run(command.name as 'updateCloudToken', request as never)) as never }
      },
    },
    life: { goodForMs, earlyMs: 1_000 },
  })
  return { cloud, asked, told }
}

test('links to the cloud that run out while it is played are replaced, and no picture is missing', async () => {
  const { cloud, asked, told } = linksGoodFor(2_000)
  const part = {
    sn,
    chlIndex: 0,
    startMs: Math.round(atMs - 4_500),
    endMs: Math.round(atMs + APART_MS + 9_500),
    rangeMs: limits.cloudRangeMs,
  }
  const items = await cloud.itemsFor(part)
  if (!items.ok) throw new Error('The service gives no links.')
  expect(items.data).toHaveLength(2)
  const { mediaTicket } = await page.run('cloudPlayback', {
    ...window,
    sn,
    chlIndex: 0,
    startTime: part.startMs,
    endTime: part.endMs,
    items: items.data,
  })
  cloud.play(window, part)
  const heard = new PluginMedia(plugin.port, stand.service.origin, mediaTicket ?? 'none')
  await page.run('SetPlaybackSpeed', { ...window, speed: 2 })
  await expect.poll(() => heard.units.length, PATIENCE).toBeGreaterThan(3)
  // By now the service takes none of the first links.
  stand.service.advance(21 * MINUTE_MS)
  await expect.poll(() => heard.story.at(-1), PATIENCE).toBe('ended')
  cloud.stop(window)
  expect(heard.story.filter((line) => line.startsWith('failed'))).toEqual([])
  expect(told).toContain('updateCloudToken')
  const times = heard.units.filter(({ isPreroll }) => !isPreroll).map(({ captureMs }) => captureMs)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(part.endMs - part.startMs - 300)
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeLessThan(150)
  // Not more than once in five seconds, though they are good for two.
  for (const [index, time] of asked.slice(1).entries())
    expect(time - (asked[index] ?? 0)).toBeGreaterThan(limits.cloudTokenThrottleMs - 100)
})

test('a part that follows has the links of the range that is known, and somebody who goes elsewhere is given others at once', async () => {
  const { cloud, asked } = linksGoodFor(600_000)
  const startMs = Math.round(atMs - 4_500)
  const ask = async (fromMs: number) =>
    cloud.itemsFor({ sn, chlIndex: 0, startMs: fromMs, endMs: fromMs + 1_000, rangeMs: limits.cloudRangeMs })
  expect(await ask(startMs)).toMatchObject({ ok: true, data: [{}] })
  expect(await ask(startMs + 16_000)).toMatchObject({ ok: true, data: [{}] })
  expect(asked).toHaveLength(1)
  expect(await ask(startMs - 400_000)).toEqual({ ok: true, data: [] })
  expect(asked).toHaveLength(2)
  // That range ends before: what is behind it is asked for anew.
  expect(await ask(startMs)).toMatchObject({ ok: true, data: [{}] })
  expect(asked).toHaveLength(3)
})

test('whoever signs in next is given links of their own', async () => {
  const { cloud, asked } = linksGoodFor(600_000)
  const startMs = Math.round(atMs - 4_500)
  const ask = async () => cloud.itemsFor({ sn, chlIndex: 0, startMs, endMs: startMs + 1_000, rangeMs: limits.cloudRangeMs })
  await ask()
  cloud.forgetPerson()
  await ask()
  expect(asked).toHaveLength(2)
  // What the one before has asked for comes after they have left.
  cloud.forgetPerson()
  const late = ask()
  cloud.forgetPerson()
  await late
  await ask()
  expect(asked).toHaveLength(4)
})

test('a window that shows live video, or nothing, is given no links, and no window those of another service', async () => {
  const item = { indexFileName: 'a.mp4', indexFileSeq: 0, startTime: 1, endTime: 2, systemBatch: 'order', url: '/objects/a.mp4' }
  expect(await page.codeOf('updateCloudToken', { ...window, winIndex: 200, items: [item] })).toBe(410)
  await page.run('preview', { ...window, winIndex: 0, sn, chlIndex: 0, streamType: 'main' })
  expect(await page.codeOf('updateCloudToken', { ...window, winIndex: 0, items: [item] })).toBe(415)
  const elsewhere = { ...item, url: 'https://other.example.org/a.mp4' }
  expect(await page.codeOf('updateCloudToken', { ...window, items: [elsewhere] })).toBe(403)
})

test('the service says for how long its links are good, to the second', async () => {
  const question = {
    sn,
    chlIndex: 0,
    storageType: 'object',
    bucketName: 'recordings',
    storageUrl: '/objects',
    resourceType: 'cloud',
  } as const
  const span = { startMs: atMs - MINUTE_MS, endMs: atMs + MINUTE_MS }
  const { storage, recordings } = await stand.admin.call(cloudStorageDownloadTokenGet, { ...question, ...span })
  expect(storage).toMatchObject({ ossType: 'service', resourceType: 'cloud', storageUrl: '/objects', bucketName: 'recordings' })
  const { durationSeconds } = storage.storageToken
  expect(durationSeconds).toBeGreaterThanOrEqual(10 * 60)
  const [first] = recordings
  const status = async () => (await stand.get(first?.url ?? '')).status
  expect(await status()).toBe(200)
  stand.service.advance(durationSeconds * 1_000 - 30_000)
  expect(await status()).toBe(200)
  stand.service.advance(31_000)
  expect(await status()).toBe(404)
})
