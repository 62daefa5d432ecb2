import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { MEDIA_ALIVE_MS, MEDIA_PATH, mediaClose } from '#contract/media.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { PluginFault } from '#plugin/plugin-fault.ts'
import { RelayLink } from '#plugin/relay-link.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { PingSwallower } from '#tests/support/ping-swallower.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'
import { until } from '#tests/support/until.ts'
import { SourceSocket } from '#workers/media/source-socket.ts'

const { gate } = demoDevices
/** Beyond what a socket may be silent, and the ping after that. */
const TOO_LONG_MS = 32_000
/** WebSocket close code of a connection that broke. */
const BROKEN = 1006
const ALIVE = JSON.stringify({ op: 'alive' })
let service: TestService
let admin: ServiceClient
let source: TestSource
let agent: DeviceAgent

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())
beforeEach(async () => {
  // The camera's connection too: one whose timers are real would be found silent by a clock that is not.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  ;({ source, agent } = await connectCamera(service.url, gate))
})
afterEach(async () => {
  await agent.stop()
  vi.useRealTimers()
  await until('all media sockets are closed', () => service.stats.mediaSockets === 0)
  service.advance(11_000)
  await until('streams that nobody watches end', () => service.stats.upstreamStreams === 0)
})

describe('a viewer who only watches', () => {
  let box: PingSwallower
  beforeEach(async () => {
    box = await PingSwallower.start(service.url)
  })
  afterEach(() => box.close())

  test('goes on watching behind a box that swallows pings, and is cut off when it is dead', async () => {
    let seen = 0
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'tab' })
    const address = { url: `ws://127.0.0.1:${box.port}${MEDIA_PATH}`, ticket }
    const nothing = () => {}
    const onUnit = () => (seen += 1)
    const told = { onOpen: nothing, onClosed: nothing, onAnswering: nothing, onHeard: nothing, onMessage: nothing, onPast: nothing }
    const tab = new SourceSocket('relay', address, { ...told, onUnit })
    tab.send({ op: 'open', channel: 1, sn: gate.sn, chlIndex: 0, stream: 'main' })
    source.main.film(true)
    await until('the first picture', () => seen === 1)
    await until('a word after it', () => box.said.at(-1) === ALIVE)
    // More than a minute, with a picture each second.
    for (let pictures = 2; pictures <= 80; pictures += 1) {
      vi.advanceTimersByTime(1_000)
      source.main.film(false)
      await until(`picture ${pictures}`, () => seen === pictures)
    }
    const words = box.said.filter((text) => text === ALIVE)
    expect(words).toHaveLength(1 + Math.floor(79_000 / MEDIA_ALIVE_MS))
    box.fallSilent()
    vi.advanceTimersByTime(TOO_LONG_MS)
    await until('it is cut off', () => service.stats.mediaSockets === 0)
    tab.close()
  })

  test('hears that the line to the service lives whenever they say that they do', async () => {
    const viewer = await MediaViewer.open(admin)
    const said: string[] = []
    viewer.socket.on('message', (data: Buffer) => said.push(data.toString()))
    for (let words = 1; words <= 3; words += 1) {
      viewer.send({ op: 'alive' })
      await until(`answer ${words}`, () => said.length === words)
    }
    expect(said).toEqual([ALIVE, ALIVE, ALIVE])
    viewer.close()
  })

  test('through the plugin keeps a connection there that shows nothing just now', async () => {
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'plugin' })
    const onLost = vi.fn()
    const link = await RelayLink.open(`http://127.0.0.1:${box.port}`, ticket, onLost)
    expect(link.userId).toBe((await admin.call(profileGet, null)).userId)
    for (let words = 1; words <= 10; words += 1) {
      await until(`answer ${words}`, () => box.answered.filter((text) => text === ALIVE).length === words)
      vi.advanceTimersByTime(4_000)
    }
    expect(onLost).not.toHaveBeenCalled()
    box.fallSilent()
    vi.advanceTimersByTime(TOO_LONG_MS)
    await until('both ends give up', () => onLost.mock.calls.length === 1 && service.stats.mediaSockets === 0)
    link.close()
  })

  test('through the plugin is let in by the service alone, whatever a box answers that answers pings itself', async () => {
    const answering = await PingSwallower.start(service.url, { answersPings: true })
    const open = (ticket: string) => RelayLink.open(`http://127.0.0.1:${answering.port}`, ticket, () => {})
    await expect(open('made-up')).rejects.toBeInstanceOf(PluginFault)
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'plugin' })
    const link = await open(ticket)
    expect(link.userId).toBe((await admin.call(profileGet, null)).userId)
    link.close()
    await answering.close()
  })

  test('of an older kind, which says nothing, is cut off behind such a box, and lives without one', async () => {
    const [behind, direct] = [await MediaViewer.open(admin, { port: box.port, origin: service.url }), await MediaViewer.open(admin)]
    await until('both are there', () => service.stats.mediaSockets === 2)
    for (let passedMs = 0; passedMs < TOO_LONG_MS; passedMs += 8_000) {
      const pinged = once(direct.socket, 'ping')
      vi.advanceTimersByTime(8_000)
      await pinged
      // What it answered has been read by the service.
      await direct.settled()
    }
    expect(await behind.closed).toBe(BROKEN)
    expect(service.stats.mediaSockets).toBe(1)
    direct.close()
  })
})

describe('who says nothing but that they live', () => {
  test('is let in nowhere by that without a ticket', async () => {
    const viewer = await MediaViewer.open(admin, { ticket: 'made-up' })
    for (let count = 0; count < 10; count += 1) viewer.send({ op: 'alive' })
    expect(await viewer.closed).toBe(mediaClose.ticketRefused)
    expect(viewer.heard).toEqual([])
    expect(service.stats.mediaSockets).toBe(0)
  })

  test('sees nothing, whatever they add, and has no camera film for them', async () => {
    const stranger = await MediaViewer.open(await service.signIn('stranger'))
    for (const more of [{}, { channel: 1, sn: gate.sn, chlIndex: 0, stream: 'main' }, { isOn: true, channel: 1 }])
      stranger.send({ op: 'alive', ...more })
    source.main.film(true)
    await stranger.settled()
    expect(stranger.heard).toEqual([])
    expect(source.main.watchers).toBe(0)
    stranger.close()
  })

  test('is not kept signed in by it, and goes with the session', async () => {
    const client = await service.signIn('operator')
    const viewer = await MediaViewer.open(client)
    await viewer.settled()
    const used = () => service.edit((db) => db.selectFrom('session').select(['id', 'used_at_ms']).orderBy('id').execute())
    const before = await used()
    for (let count = 0; count < 5; count += 1) {
      service.advance(61_000)
      viewer.send({ op: 'alive' })
      await viewer.settled()
    }
    expect(await used()).toEqual(before)
    await client.call(logout, undefined)
    viewer.send({ op: 'alive' })
    expect(await viewer.closed).toBe(mediaClose.sessionEnded)
  })

  test('is shut out when they say it all the time, and nobody else hears of that', async () => {
    const [noisy, other] = [await MediaViewer.open(admin), await MediaViewer.open(admin)]
    for (let count = 0; count < 100; count += 1) noisy.send({ op: 'alive' })
    expect(await noisy.closed).toBe(mediaClose.badMessage)
    other.openChannel(1, gate.sn)
    source.main.film(true)
    await other.until(() => other.units(1).length === 1, 'a picture')
    other.close()
  })
})
