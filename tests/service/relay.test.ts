import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { mediaClose } from '#contract/media.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera, TestSource } from '#tests/support/test-source.ts'
import { until } from '#tests/support/until.ts'

const { gate } = demoDevices
const HOUR_MS = 3_600_000
const configOfMain = { op: 'config', channel: 3, stream: 'main', codec: 'avc1.64001f', width: 1280, height: 720, fps: 25 }
let service: TestService
let admin: ServiceClient
let source: TestSource
let agent: DeviceAgent
let viewers: MediaViewer[] = []

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())
beforeEach(async () => {
  ;({ source, agent } = await connectCamera(service.url, gate))
})
afterEach(async () => {
  for (const viewer of viewers) viewer.close()
  viewers = []
  await agent.stop()
  await until('all media sockets are closed', () => service.stats.mediaSockets === 0)
  service.advance(11_000)
  await until('streams that nobody watches end', () => service.stats.upstreamStreams === 0)
})

async function view(client = admin, options: Parameters<typeof MediaViewer.open>[1] = {}): Promise<MediaViewer> {
  const viewer = await MediaViewer.open(client, options)
  viewers.push(viewer)
  return viewer
}

/** A viewer that has seen the source's newest picture on this channel. */
async function watch(channel: number, client = admin): Promise<MediaViewer> {
  const viewer = await view(client)
  viewer.openChannel(channel, gate.sn)
  await viewer.until(() => viewer.units(channel).at(-1)?.isPreroll === false, 'the newest picture')
  return viewer
}

function filmGroup(): void {
  source.main.film(true, 20_000)
  for (let count = 0; count < 4; count += 1) source.main.film(false, 2_000)
}

describe('a channel', () => {
  test('begins with the newest group of pictures as pre-roll and goes on live, bit for bit as the device sent it', async () => {
    filmGroup()
    filmGroup()
    const viewer = await watch(3)
    source.main.film(false)
    source.main.film(true)
    await viewer.until(() => viewer.units().length === 7, 'seven pictures')
    expect(viewer.controls()).toEqual([configOfMain])
    expect(viewer.heard[0]?.kind).toBe('config')
    const units = viewer.units(3)
    expect(units.map((unit) => unit.isKey)).toEqual([true, false, false, false, false, false, true])
    expect(units.map((unit) => unit.isPreroll)).toEqual([true, true, true, true, false, false, false])
    const sent = source.main.filmed.slice(5)
    expect(units.map((unit) => Buffer.from(unit.data).toString('hex'))).toEqual(sent.map((unit) => Buffer.from(unit.data).toString('hex')))
    expect(units.map(({ ptsUs, captureMs }) => ({ ptsUs, captureMs }))).toEqual(sent.map(({ ptsUs, captureMs }) => ({ ptsUs, captureMs })))
    expect(units.map((unit) => unit.sequence - (units[0]?.sequence ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test.each([
    { takesBundles: true, messages: 4, second: [4, true] },
    { takesBundles: false, messages: 10, second: [3, false] },
  ])('lets the key frames of others pass its rest, where bundles are taken: %j', async ({ takesBundles, messages, second }) => {
    filmGroup()
    const other = await watch(1)
    const viewer = await view()
    // As new as may be, as behind an old key frame nothing waits. The service has the group before it is asked for, and each channel gets it whole.
    filmGroup()
    await other.until(() => other.units().length === 10, 'the newest group')
    for (const channel of [3, 4]) viewer.send({ op: 'open', channel, sn: gate.sn, chlIndex: 0, stream: 'main', takesBundles })
    await viewer.until(() => [3, 4].every((channel) => viewer.units(channel).at(-1)?.isPreroll === false), 'the newest pictures')
    const units = viewer.units()
    expect(units.slice(0, 2).map(({ channel, isKey }) => [channel, isKey])).toEqual([[3, true], second])
    const sent = source.main.filmed.slice(5).map(({ data }) => Buffer.from(data).toString('hex'))
    for (const channel of [3, 4]) {
      const own = viewer.units(channel)
      expect(own.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(sent)
      expect(own.map(({ isPreroll }) => isPreroll)).toEqual([true, true, true, true, false])
    }
    expect(viewer.pictureMessages).toBe(messages)
  })

  test('is timed by the service’s clock where that of its device is wrong, from its first picture on; an old picture stays as old as it is', async () => {
    await agent.stop()
    const camera = (behindMs: number) => connectCamera(service.url, gate, new TestSource(), { now: () => Date.now() - behindMs })
    for (const behindMs of [HOUR_MS, -HOUR_MS]) {
      ;({ source, agent } = await camera(behindMs))
      source.main.film(true, 500, Date.now() - behindMs - 9_000)
      const viewer = await watch(3)
      const ageMs = service.now - (viewer.units(3)[0]?.captureMs ?? 0)
      expect(ageMs).toBeGreaterThanOrEqual(9_000)
      // By its own clock it would be an hour more, or less.
      expect(ageMs).toBeLessThan(HOUR_MS / 2)
      source.main.film(false, 500, Date.now() - behindMs)
      await viewer.until(() => viewer.units(3).length === 2, 'a second picture')
      expect(Math.abs(service.now - (viewer.units(3)[1]?.captureMs ?? 0))).toBeLessThan(HOUR_MS / 2)
      viewer.close()
      await agent.stop()
    }
    ;({ source, agent } = await connectCamera(service.url, gate))
  })

  test('is read from its device once for all viewers, and kept a while when the last one leaves', async () => {
    filmGroup()
    const first = await watch(1)
    const second = await watch(2)
    expect(second.units().map((unit) => unit.isKey)).toEqual([true, false, false, false, false])
    expect(second.units().map((unit) => unit.channel)).toEqual([2, 2, 2, 2, 2])
    expect(service.stats).toMatchObject({ mediaSockets: 2, upstreamStreams: 1 })
    first.close()
    second.send({ op: 'close', channel: 2 })
    const third = await watch(9)
    expect(third.units()[0]?.isKey).toBe(true)
    expect(source.main.openings).toBe(1)
    third.close()
    await until('the viewer is gone', () => service.stats.mediaSockets === 1)
    expect(source.main.watchers).toBe(1)
    service.advance(11_000)
    await until('the device is told to stop', () => source.main.watchers === 0)
  })

  test('changes between main and sub stream at a key frame, without a gap', async () => {
    filmGroup()
    const viewer = await watch(3)
    viewer.send({ op: 'quality', channel: 3, stream: 'sub' })
    await until('the sub stream is asked for', () => source.sub.watchers === 1)
    source.main.film(false)
    await viewer.until(() => viewer.units().length === 6, 'the main stream to go on')
    source.sub.film(true, 777)
    await viewer.until(() => viewer.units().at(-1)?.data.byteLength === 777, 'the sub stream')
    expect(viewer.controls().map((message) => message.op === 'config' && message.stream)).toEqual(['main', 'sub'])
    expect(viewer.units().at(-1)?.isKey).toBe(true)
    source.main.film(true)
    source.sub.film(false, 333)
    await viewer.until(() => viewer.units().at(-1)?.data.byteLength === 333, 'the next of the sub stream')
    expect(viewer.units()).toHaveLength(8)
  })

  test('sends key frames alone to whoever asks for them, and every picture again from a key frame on', async () => {
    filmGroup()
    const viewer = await watch(3)
    const before = viewer.units().length
    viewer.send({ op: 'quality', channel: 3, stream: 'main', pace: 'keys' })
    // The answer to the ping says that the relay has read what was sent before.
    await viewer.settled()
    for (let group = 0; group < 3; group += 1) filmGroup()
    await viewer.until(() => viewer.units().length === before + 3, 'three key frames')
    viewer.send({ op: 'quality', channel: 3, stream: 'main' })
    await viewer.settled()
    source.main.film(false, 2_001)
    filmGroup()
    await viewer.until(() => viewer.units().length === before + 8, 'a whole group')
    const got = viewer.units().slice(before)
    expect(got.map(({ isKey }) => isKey)).toEqual([true, true, true, true, false, false, false, false])
    expect(got.some(({ data }) => data.byteLength === 2_001)).toBe(false)
  })

  test('says what its device says of it, and goes on when the device does', async () => {
    const viewer = await watchFirst()
    source.main.fail('timeout')
    await viewer.untilFailed(3, 'timeout')
    for (const sink of source.main.sinks) sink.opened(source.main.format)
    source.main.film(true)
    await viewer.until(() => viewer.lastControl()?.op === 'config' && viewer.units().length === 2, 'pictures again')
  })

  test('is offline without its device, and comes back by itself with a key frame', async () => {
    const viewer = await watchFirst()
    await agent.stop()
    await viewer.untilFailed(3, 'offline')
    const seen = viewer.units().length
    ;({ source, agent } = await connectCamera(service.url, gate))
    await until('the stream is asked for', () => source.main.watchers === 1)
    filmGroup()
    await viewer.until(() => viewer.units().length === seen + 5, 'pictures again')
    expect(viewer.lastControl()).toEqual(configOfMain)
    expect(viewer.units()[seen]?.isKey).toBe(true)
  })

  async function watchFirst(): Promise<MediaViewer> {
    source.main.film(true)
    return watch(3)
  }
})

describe('who may not see a channel', () => {
  test('is not told whether it exists', async () => {
    filmGroup()
    const operator = await view(await service.signIn('operator'))
    operator.openChannel(0, gate.sn)
    operator.openChannel(1, demoDevices.shop.sn)
    operator.openChannel(2, OTHER_DEVICE.sn)
    operator.openChannel(3, 'NOSUCH0001')
    operator.openChannel(4, gate.sn, 7)
    for (const channel of [1, 2, 3, 4]) await operator.untilFailed(channel, 'not-found')
    await operator.until(() => operator.units(0).length === 5, 'the channel that may be seen')
    expect(operator.units().every((unit) => unit.channel === 0)).toBe(true)
    const stranger = await view(await service.signIn('stranger'))
    stranger.openChannel(0, gate.sn)
    await stranger.untilFailed(0, 'not-found')
    expect(stranger.units()).toEqual([])
  })

  test('loses it while it plays, when the right is withdrawn, and has it again when it is given back', async () => {
    const client = await service.signIn('guard')
    source.main.film(true)
    const guard = await watch(0, client)
    const other = await watch(0)
    const assignment = { user_id: 'harbor-guard', site_id: 'harbor-gate', role: 'live-only' } as const
    await service.edit((db) =>
      db.deleteFrom('user_site_role').where('user_id', '=', assignment.user_id).where('site_id', '=', assignment.site_id).execute(),
    )
    service.advance(11_000)
    await guard.untilFailed(0, 'not-found')
    source.main.film(false)
    await other.until(() => other.units().length === 2, 'the next picture')
    await service.edit((db) => db.insertInto('user_site_role').values(assignment).execute())
    service.advance(11_000)
    await guard.until(() => guard.lastControl()?.op === 'config', 'the channel to come back')
    await guard.until(() => guard.units().at(-1)?.isPreroll === false, 'pictures')
    expect(guard.units().map((unit) => unit.isKey)).toEqual([true, true, false])
  })

  test('loses it in the moment in which the device is unbound', async () => {
    source.main.film(true)
    const viewer = await watch(5)
    await admin.call(deviceUnbind, { sn: gate.sn })
    await viewer.untilFailed(5, 'not-found')
    expect(source.main.watchers).toBe(0)
    source.main.film(false)
    await admin.call(deviceBind, { sn: gate.sn, securityCode: gate.securityCode, siteId: 'harbor-gate' })
    await viewer.until(() => viewer.lastControl()?.op === 'config', 'the channel to come back')
    await viewer.until(() => viewer.units().length === 3, 'its pictures')
  })
})

describe('a media socket', () => {
  test('opens once with each ticket, and not without one', async () => {
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'tab' })
    await view(admin, { ticket })
    const codes = []
    for (const tried of [ticket, '', 'made-up']) codes.push(await (await view(admin, { ticket: tried })).closed)
    expect(codes).toEqual([mediaClose.ticketRefused, mediaClose.ticketRefused, mediaClose.ticketRefused])
  })

  test('does not open with a ticket that is older than 30 s', async () => {
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'tab' })
    service.advance(31_000)
    expect(await (await view(admin, { ticket })).closed).toBe(mediaClose.ticketRefused)
  })

  test('opens from our own origin only, and a refused one does not use the ticket up', async () => {
    const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'tab' })
    for (const origin of ['https://evil.example', 'null', '']) {
      await expect(MediaViewer.open(admin, { ticket, origin })).rejects.toThrow('403')
    }
    expect(await MediaViewer.open(admin, { ticket }).then((viewer) => viewers.push(viewer))).toBeGreaterThan(0)
  })

  test('ends with its session, and no other does', async () => {
    source.main.film(true)
    const client = await service.signIn('operator')
    const leaving = await watch(0, client)
    const staying = await watch(0)
    await client.call(logout, undefined)
    expect(await leaving.closed).toBe(mediaClose.sessionEnded)
    source.main.film(false)
    await staying.until(() => staying.units().length === 2, 'the next picture')
    expect(leaving.units()).toHaveLength(1)
  })

  test('holds 64 channels and no more', async () => {
    source.main.film(true)
    const viewer = await view()
    for (let channel = 0; channel < 66; channel += 1) viewer.openChannel(channel, gate.sn)
    await viewer.untilFailed(65, 'refused')
    await viewer.until(() => viewer.units().length === 64, 'all channels')
    expect(viewer.controls(64)).toEqual([{ op: 'failed', channel: 64, fault: 'refused' }])
  })
})
