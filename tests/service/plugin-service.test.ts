import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes, type StreamKind } from '#contract/enums.ts'
import type { ChannelSource, StreamSink } from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { loadClip } from '#tests/support/clip.ts'
import { lookAtJpeg } from '#tests/support/look-at-jpeg.ts'
import { PluginMedia, PluginPage } from '#tests/support/plugin-page.ts'
import { channel, demoDevices, type PersonName, TestService } from '#tests/support/service.ts'

const { pictures } = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const format = { codec: 'avc1.42c01f', width: 640, height: 360, fps: 15 }
const window = { tabId: 'tab', winIndex: 0 }

/** A device's camera that films a clip, picture by picture as the test says. */
class FilmedClip implements ChannelSource {
  readonly #sinks = new Map<StreamKind, { sink: StreamSink; next: number }>()

  get streams(): StreamKind[] {
    return [...this.#sinks.keys()]
  }

  open(_chlIndex: number, stream: StreamKind, sink: StreamSink): { close(): void } {
    this.#sinks.set(stream, { sink, next: 0 })
    sink.opened(format)
    return { close: () => this.#sinks.delete(stream) }
  }

  film(stream: StreamKind, count: number): void {
    const open = this.#sinks.get(stream)
    if (open === undefined) throw new Error(`the service has not opened ${stream}`)
    for (; count > 0; count--) {
      const picture = pictures[open.next % pictures.length]
      if (picture === undefined) throw new Error('the clip is empty')
      open.sink.unit({
        isKey: picture.isKey,
        isPreroll: false,
        ptsUs: Math.round((open.next * 1_000_000) / 15),
        captureMs: Date.now(),
        data: picture.unit,
      })
      open.next += 1
    }
  }
}

let service: TestService
let plugin: Plugin
let agent: DeviceAgent
let camera: FilmedClip
let folder: string

beforeEach(async () => {
  service = await TestService.start()
  folder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
  plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder: folder, log: () => {} })
  camera = new FilmedClip()
  const streams = (['main', 'sub'] as const).map((stream) => ({ stream, ...format }))
  agent = new DeviceAgent({
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn: demoDevices.gate.sn, devType: deviceTypes.ipc, name: 'Gate', model: 'T-1', version: '1.0' },
    securityCode: demoDevices.gate.securityCode,
    channels: [channel(0, { streams })],
    source: camera,
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
})

afterEach(async () => {
  await plugin.close()
  await agent.stop()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(name: PersonName) {
  const client = await service.signIn(name)
  const page = await PluginPage.open(plugin.port, service.origin)
  const ticket = async () => (await client.call(deviceAccessTokenGet, { holder: 'plugin' })).ticket
  return { client, page, ticket }
}

describe('the plugin between a real service with a real device, and a page', () => {
  test('brings the pictures of the device, of the stream that fits the window, and takes snapshots of them', async () => {
    const { page, ticket } = await signIn('admin')
    const used = await ticket()
    await page.run('connectToServer', { address: service.origin, ticket: used })
    expect(await page.codeOf('connectToServer', { address: service.origin, ticket: used })).toBe(403)

    const { mediaTicket = '' } = await page.run('preview', { ...window, sn: demoDevices.gate.sn, chlIndex: 0, streamType: 'sub' })
    const media = new PluginMedia(plugin.port, service.origin, mediaTicket)
    await expect.poll(() => camera.streams).toEqual(['sub'])
    await expect.poll(() => media.messages).toEqual([{ op: 'config', channel: 0, stream: 'sub', ...format }])
    camera.film('sub', 40)
    await expect.poll(() => media.units.length).toBe(40)
    expect(media.units.map((unit) => Buffer.from(unit.data))).toEqual(pictures.slice(0, 40).map(({ unit }) => Buffer.from(unit)))
    const { filePath } = await page.run('snap', window)
    expect(await lookAtJpeg(await readFile(filePath))).toEqual({ width: 640, height: 360, counter: 39 })

    await page.run('SetPluginSize', { ...window, width: 1280, height: 720 })
    await expect.poll(() => camera.streams).toEqual(['sub', 'main'])
    camera.film('main', 3)
    await expect.poll(() => media.units.length).toBe(43)
    expect(media.story.slice(41)).toEqual(['config main', expect.stringMatching(/^key/), ...Array(2).fill(expect.stringMatching(/^delta/))])
    expect(media.units.slice(40).map((unit) => Buffer.from(unit.data))).toEqual(pictures.slice(0, 3).map(({ unit }) => Buffer.from(unit)))
  })

  test('shows a person no channel that they may not see', async () => {
    const { page, ticket } = await signIn('stranger')
    await page.run('connectToServer', { address: service.origin, ticket: await ticket() })
    const { mediaTicket = '' } = await page.run('preview', { ...window, sn: demoDevices.gate.sn, chlIndex: 0, streamType: 'sub' })
    const media = new PluginMedia(plugin.port, service.origin, mediaTicket)
    await expect.poll(() => media.story).toEqual([expect.stringMatching(/^failed (no-permission|not-found)$/)])
    expect(camera.streams).toEqual([])
  })

  test('loses its connection with the session, and says so', async () => {
    const { client, page, ticket } = await signIn('admin')
    await page.run('connectToServer', { address: service.origin, ticket: await ticket() })
    const unusedTicket = await ticket()
    const { mediaTicket = '' } = await page.run('preview', { ...window, sn: demoDevices.gate.sn, chlIndex: 0, streamType: 'sub' })
    const media = new PluginMedia(plugin.port, service.origin, mediaTicket)
    await expect.poll(() => media.story).toEqual(['config sub'])
    await client.call(logout, undefined)
    await expect.poll(() => media.story).toEqual(['config sub', 'failed lost'])
    await expect.poll(() => page.unasked.map(({ code }) => code)).toEqual([409])
    expect(await page.codeOf('connectToServer', { address: service.origin, ticket: unusedTicket })).toBe(403)
  })
})
