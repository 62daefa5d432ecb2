import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { deviceTypes, streamKind } from '#contract/enums.ts'
import { PTZ_FUNCTION } from '#contract/ptz.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { readClip } from '#device/simulator/clip.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { channel } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'

let stack: Stack
let admin: ServiceClient

beforeAll(async () => {
  stack = await Stack.start(['simulator'])
  admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
})
afterAll(() => stack.close())

test('the demonstration devices are drawn for this folder alone, and readable by their owner only', () => {
  const file = join(stack.dataFolder, 'simulator', 'devices.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const devices = JSON.parse(readFileSync(file, 'utf8')) as { sn: string; securityCode: string }[]
  for (const { sn, securityCode } of devices) {
    expect(sn).toMatch(/^SL[A-Z0-9]{10}$/)
    expect(securityCode).toMatch(/^[A-Z2-9]{12}$/)
  }
  expect(new Set(devices.map(({ securityCode }) => securityCode)).size).toBe(devices.length)
})

test('each of them is bound with a key of its own, and nobody who knows its code alone passes for it', async () => {
  const devices = JSON.parse(readFileSync(join(stack.dataFolder, 'simulator', 'devices.json'), 'utf8')) as {
    sn: string
    securityCode: string
    bindingKey: string
  }[]
  expect(new Set(devices.map(({ bindingKey }) => bindingKey)).size).toBe(devices.length)
  for (const { sn, securityCode, bindingKey } of devices) {
    expect(bindingKeyFile(join(stack.dataFolder, 'simulator'), sn).read()).toBe(bindingKey)
    const probe = await GatewayProbe.open(`http://127.0.0.1:${stack.port}`)
    await probe.hello(sn, await deviceKey(sn, securityCode), [channel(0)])
    expect((await Promise.race([probe.first('welcome'), probe.first('refused')])).kind).toBe('refused')
    expect((await probe.first('refused')).reason).toBe('binding-key-missing')
    await probe.closed
  }
})

test('every channel is online', async () => {
  const { channels } = await admin.call(siteChannelList, {})
  expect(channels).toHaveLength(40)
  expect(channels.every((channel) => channel.status === 1)).toBe(true)
  expect(new Set(channels.map((channel) => channel.siteId)).size).toBe(3)
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 100 })
  expect(devices.map(({ status }) => status)).toEqual(Array.from({ length: 14 }, () => 1))
  expect(new Set(devices.map(({ devType }) => devType))).toEqual(new Set(Object.values(deviceTypes)))
})

test.each(deep(streamKind.options, ['sub'] as const))(
  'every %s stream shows its newest picture at once and the next ones at real time',
  async (stream) => {
    const { channels } = await admin.call(siteChannelList, {})
    const viewer = await MediaViewer.open(admin)
    for (const [window, { sn, chlIndex }] of channels.entries()) viewer.openChannel(window, sn, chlIndex, stream)
    const live = (window: number) => viewer.units(window).filter((unit) => !unit.isPreroll)
    await viewer.until(() => channels.every((_, window) => live(window).length >= 10), 'ten pictures in each window')
    for (const [window, { capability }] of channels.entries()) {
      const said = capability.streams.find((one) => one.stream === stream)
      expect(viewer.controls(window)[0]).toMatchObject({ op: 'config', channel: window, ...said })
      // Who is too slow for the main stream gets the other one; what came before that counts.
      if (viewer.controls(window).length > 1) continue
      const units = viewer.units(window)
      expect(units[0]?.isKey).toBe(true)
      for (const [index, unit] of units.entries()) {
        if (index === 0) continue
        const isNext = unit.sequence === (units[index - 1]?.sequence ?? 0) + 1
        // Who is slow, as a busy machine makes this viewer, misses whole groups of pictures and never the middle of one.
        expect(isNext || unit.isKey).toBe(true)
        if (!isNext) continue
        const stepUs = unit.ptsUs - (units[index - 1]?.ptsUs ?? 0)
        // The camera that moves is encoded as it goes, and leaves a picture out when the machine is slow.
        const steps = capability.supportFun.includes(PTZ_FUNCTION) ? Math.round((stepUs * (said?.fps ?? 0)) / 1e6) : 1
        expect(Math.abs(stepUs - (steps * 1e6) / (said?.fps ?? 0))).toBeLessThan(1)
      }
    }
    expect((await stack.stats('service')).upstreamStreams).toBeGreaterThanOrEqual(channels.length)
    viewer.close()
  },
)

test('two channels with one scene show different moments of it', async () => {
  const { channels } = await admin.call(siteChannelList, {})
  const hall = channels.filter((channel) => channel.channelName.startsWith('Hall'))
  const viewer = await MediaViewer.open(admin)
  for (const [window, { sn, chlIndex }] of hall.entries()) viewer.openChannel(window, sn, chlIndex)
  await viewer.until(() => hall.every((_, window) => viewer.units(window).some((unit) => !unit.isPreroll)), 'a picture in each window')
  const clip = new Map(readClip('warehouse', 'main').units.map((unit, index) => [Buffer.from(unit.data).toString('hex'), index]))
  const moments = hall.map((_, window) => clip.get(Buffer.from(viewer.units(window)[0]?.data ?? []).toString('hex')))
  expect(hall.length).toBeGreaterThan(2)
  expect(moments).not.toContain(undefined)
  expect(new Set(moments).size).toBe(hall.length)
  viewer.close()
})

test('the past of a camera can be archived from its recorder', async () => {
  const { channels } = await admin.call(siteChannelList, {})
  const { sn = '', chlIndex = 0 } = channels[0] ?? {}
  const startMs = Date.now() - 60 * 60_000
  const { archiveId } = await admin.call(archivesCreate, {
    title: 'An hour ago',
    sn,
    chlIndex,
    startMs,
    endMs: startMs + 20_000,
    stream: 'sub',
  })
  const made = async () => (await admin.call(archivesList, { pageNum: 1, status: archiveFilters.success })).archives
  await expect.poll(async () => (await made()).map((archive) => archive.archiveId), { timeout: 10_000 }).toEqual([archiveId])
  const [archive] = await made()
  expect(archive?.sizeBytes).toBeGreaterThan(100_000)
})

test('a simulator that crashed and came back shows pictures again to whoever still looks', async () => {
  const { channels } = await admin.call(siteChannelList, {})
  const { sn = '', chlIndex = 0 } = channels[0] ?? {}
  const viewer = await MediaViewer.open(admin)
  viewer.openChannel(0, sn, chlIndex)
  await viewer.until(() => viewer.units().length > 0, 'a picture')
  await stack.stopPart('simulator', 'SIGKILL')
  await viewer.untilFailed(0, 'offline')
  const seen = viewer.units()
  await stack.startPart('simulator')
  const isNewer = () => (viewer.units().at(-1)?.ptsUs ?? 0) > (seen.at(-1)?.ptsUs ?? 0)
  await viewer.until(isNewer, 'newer pictures')
  expect(viewer.lastControl()?.op).toBe('config')
  expect(viewer.units()[seen.length]?.isKey).toBe(true)
  viewer.close()
})
