import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import type { ClipFault } from '#contract/enums.ts'
import { encodeMediaUnit, mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { MOST_OF_PAST_MS, type PastAsk } from '#contract/recorded-media.ts'
import type { ChannelRecording, RecordedUnit, WantedPast } from '#device/agent/channel-source.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { ChannelSound, simulatedSoundFormat } from '#device/simulator/sound/channel-sound.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { deep } from '#tests/support/depth.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { connectRecordingCamera, counterClip, EndlessSource } from '#tests/support/recording-camera.ts'
import { channel, demoDevices, type PersonName, TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

const { gate, warehouse, shop } = demoDevices
const HOUR_MS = 3_600_000
/** Of the clip's key frames. */
const GROUP_MS = 2_000
/** A number of a tab for the past. */
const PIECE = 0x8000
const loop = new ClipLoop(counterClip(), 0)
/** Two seconds of sound, of which no two frames are alike. */
const scene = Uint8Array.from({ length: 16_000 }, (_, at) => at / 160)
const sound = new ChannelSound(() => scene, 0)
const { pieces: most } = tenantLimits.past
/** Of the camera, as it filmed. */
const BYTES_PER_S = (loop.clip.units.reduce((sum, { data }) => sum + data.byteLength, 0) / loop.clip.frames) * loop.clip.fps
/** A line on which a minute of the past takes long; the long form is one that a socket would not live through if it heard nothing meanwhile. */
const THIN = deep({ bytesPerS: 0.2 * BYTES_PER_S, forMs: 50_000 }, { bytesPerS: 10 * BYTES_PER_S, forMs: 1_000 })
/** Of a minute of the past, which is more than ten times as much, what may be in front of something else that is said. */
const MOST_IN_FRONT_BYTES = 100_000

/** Counts what leaves the device. */
class CountingSource extends SimulatedSource {
  sent = 0

  override recording(chlIndex: number, wanted: WantedPast): ChannelRecording | ClipFault {
    const recording = super.recording(chlIndex, wanted)
    if (typeof recording === 'string') return recording
    return { ...recording, units: this.#counted(recording.units) }
  }

  async *#counted(units: ChannelRecording['units']): AsyncGenerator<RecordedUnit> {
    for await (const unit of units) {
      this.sent += 1
      yield unit
    }
  }
}
const source = new CountingSource([{ main: loop, sub: loop, sound }], new Pacer())

let service: TestService
const agents: DeviceAgent[] = []
let viewers: MediaViewer[] = []

beforeAll(async () => {
  service = await TestService.start()
  agents.push((await connectRecordingCamera(service.url, gate, source)).agent)
})
afterEach(async () => {
  for (const viewer of viewers) viewer.close()
  viewers = []
  await until('all media sockets are closed', () => service.stats.mediaSockets === 0)
})
afterAll(async () => {
  for (const agent of agents) await agent.stop()
  await service.close()
})

async function tab(person: PersonName = 'admin'): Promise<MediaViewer> {
  const viewer = await MediaViewer.open(await service.signIn(person))
  viewers.push(viewer)
  return viewer
}

type Piece = Omit<Extract<PastAsk, { op: 'past' }>, 'op'>

/** Two seconds and a bit of an hour ago, unless told otherwise. */
function pieceOf(changes: Partial<Piece> = {}): Piece {
  const startMs = Date.now() - HOUR_MS
  return { channel: PIECE, sn: gate.sn, chlIndex: 0, stream: 'main', startMs, endMs: startMs + 2_500, ...changes }
}

const picturesOf = (viewer: MediaViewer, number = PIECE) => viewer.units(number).filter(({ kind }) => kind === 'video')
const soundsOf = (viewer: MediaViewer, number = PIECE) => viewer.units(number).filter(({ kind }) => kind === 'sound')
const plain = ({ data, captureMs, isKey, isPreroll }: Pick<MediaUnit, 'data' | 'captureMs' | 'isKey' | 'isPreroll'>) => ({
  data: Buffer.from(data).toString('base64'),
  captureMs,
  isKey,
  isPreroll,
})

/** What the camera filmed in this time, and before it from the key frame on. */
function filmed({ startMs, endMs }: Piece) {
  const first = loop.firstFrom(startMs)
  const from = loop.keyAtOrBefore(first)
  return Array.from({ length: loop.firstFrom(endMs) - from }, (_, index) => loop.unit(from + index, from + index < first))
}

test('a tab sees what the camera showed an hour ago, picture by picture, from the key frame before the moment on', async () => {
  const viewer = await tab('operator')
  const piece = pieceOf()
  expect(await viewer.past(piece)).toEqual({ op: 'past-end', channel: PIECE })
  const { codec, width, height, fps } = loop.clip
  expect(viewer.pastAnswers(PIECE)[0]).toEqual({
    op: 'past-opened',
    channel: PIECE,
    codec,
    width,
    height,
    fps,
    sound: simulatedSoundFormat,
  })
  expect(picturesOf(viewer).map(plain)).toEqual(filmed(piece).map(plain))
  expect(picturesOf(viewer).map(({ sequence }) => sequence)).toEqual(filmed(piece).map((_, index) => index + 1))
})

test('what the camera heard is heard with it, each frame at its place, and over the end of a piece without a gap', async () => {
  const viewer = await tab()
  const first = pieceOf()
  const second = pieceOf({ channel: PIECE + 1, startMs: first.endMs, endMs: first.endMs + 1_000 })
  await viewer.past(first)
  await viewer.past(second)
  const frames = [...soundsOf(viewer), ...soundsOf(viewer, PIECE + 1)]
  const from = Math.ceil(first.startMs / 20)
  const count = Math.ceil(second.endMs / 20) - from
  expect(frames.map(({ captureMs, data, codec }) => [captureMs, data[0], codec])).toEqual(
    Array.from({ length: count }, (_, index) => [(from + index) * 20, (from + index) % 100, mediaCodecs.pcmu]),
  )
  // On the clock of the pictures.
  const shown = viewer.units(PIECE).filter(({ isPreroll }) => !isPreroll)
  const times = shown.map(({ ptsUs }) => ptsUs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('who wants no sound is sent none', async () => {
  const viewer = await tab()
  await viewer.past(pieceOf({ sound: false }))
  expect(viewer.pastAnswers(PIECE)[0]).not.toHaveProperty('sound')
  expect([soundsOf(viewer).length, picturesOf(viewer).length > 30]).toEqual([0, true])
})

test('who looks through a minute gets its key frames alone, without sound, the first at or before the moment', async () => {
  const viewer = await tab()
  const piece = pieceOf({ pictures: 'key' })
  const minute = { ...piece, endMs: piece.startMs + MOST_OF_PAST_MS }
  source.sent = 0
  expect(await viewer.past(minute)).toMatchObject({ op: 'past-end' })
  expect(viewer.units(PIECE).map(plain)).toEqual(
    filmed(minute)
      .filter(({ isKey }) => isKey)
      .map(plain),
  )
  expect(viewer.units(PIECE).length).toBeGreaterThanOrEqual(MOST_OF_PAST_MS / GROUP_MS)
  // The others have never left the camera.
  expect(source.sent).toBe(viewer.units(PIECE).length)
  expect(viewer.pastAnswers(PIECE)[0]).not.toHaveProperty('sound')
})

test('an older device sends everything, and the tab still gets the key frames that it asked for', async () => {
  const device = await GatewayProbe.open(service.url)
  await device.hello(shop.sn, await deviceKey(shop.sn, shop.securityCode), [channel(0)])
  await device.first('welcome')
  const viewer = await tab()
  const ended = viewer.past(pieceOf({ sn: shop.sn, pictures: 'key' }))
  const asked = await device.first('clip-request')
  expect(asked).toMatchObject({ pictures: 'key' })
  expect(asked).not.toHaveProperty('sound')
  const { streamId } = asked
  device.say({ kind: 'clip-opened', streamId, codec: 'avc1.64001f', width: 640, height: 360, fps: 25, sound: simulatedSoundFormat })
  const unit = { channel: streamId, isPreroll: false, codec: mediaCodecs.h264, captureMs: 1, data: new Uint8Array(9) }
  for (const [at, kind] of (['key', 'delta', 'sound', 'delta', 'key', 'delta'] as const).entries()) {
    const shape = { kind: kind === 'sound' ? ('sound' as const) : ('video' as const), isKey: kind === 'key', ptsUs: at, sequence: at }
    device.socket.send(encodeMediaUnit({ ...unit, ...shape }))
  }
  device.say({ kind: 'clip-end', streamId })
  expect(await ended).toMatchObject({ op: 'past-end' })
  expect(viewer.units(PIECE).map(({ ptsUs, isKey }) => [ptsUs, isKey])).toEqual([
    [0, true],
    [4, true],
  ])
  expect(viewer.pastAnswers(PIECE)[0]).not.toHaveProperty('sound')
  device.socket.close()
})

test('nobody sees the past without the right, of a camera of others, or in pieces longer than a minute', async () => {
  const refusals: [PersonName, Partial<Piece>, string][] = [
    ['guard', {}, 'no-permission'],
    ['guard', { from: 'cloud' }, 'no-permission'],
    ['admin', { sn: OTHER_DEVICE.sn }, 'not-found'],
    ['stranger', {}, 'not-found'],
    ['stranger', { from: 'cloud' }, 'not-found'],
    ['operator', { sn: shop.sn }, 'not-found'],
    ['admin', { chlIndex: 7 }, 'not-found'],
    ['admin', { startMs: 1_000_000, endMs: 1_000_000 + MOST_OF_PAST_MS + 1 }, 'refused'],
    ['admin', { startMs: 1_000_000, endMs: 1_000_000 }, 'refused'],
    ['admin', { startMs: 1_000_000, endMs: 1_060_000 }, 'no-recording'],
    ['admin', { startMs: 1_000_000, endMs: 1_060_000, from: 'cloud' }, 'no-recording'],
  ]
  for (const [person, changes, fault] of refusals) {
    const viewer = await tab(person)
    expect([person, changes, await viewer.past(pieceOf(changes))]).toEqual([person, changes, { op: 'past-failed', channel: PIECE, fault }])
    expect(viewer.units()).toEqual([])
  }
})

test('over a thin line the past comes slowly, in order, on a socket that lives; and what is said meanwhile does not wait for all of it', {
  timeout: 180_000,
}, async () => {
  const proxy = new TcpProxy(Number(new URL(service.url).port))
  const client = await service.signIn('admin')
  const viewer = await MediaViewer.open(client, { port: await proxy.listen() })
  viewers.push(viewer)
  proxy.thinBack(THIN.bytesPerS)
  const piece = pieceOf()
  const minute = { ...piece, endMs: piece.startMs + MOST_OF_PAST_MS }
  viewer.send({ op: 'past', ...minute, sound: false })
  await viewer.until(() => viewer.units(PIECE).length > 0, 'the first picture')
  const broughtBytes = proxy.broughtBytes
  await viewer.settled()
  expect(proxy.broughtBytes - broughtBytes).toBeLessThan(MOST_IN_FRONT_BYTES)

  const untilMs = performance.now() + THIN.forMs
  for (let seen = 0; performance.now() < untilMs; ) {
    await viewer.until(() => viewer.units(PIECE).length > seen, 'the next picture')
    seen = viewer.units(PIECE).length
  }
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN)
  const expected = filmed(minute).map(plain)
  expect(viewer.units(PIECE).map(plain)).toEqual(expected.slice(0, viewer.units(PIECE).length))

  // What nobody wants any more does not hold up what is wanted instead.
  viewer.send({ op: 'past-cancel', channel: PIECE })
  const turnedBytes = proxy.broughtBytes
  viewer.send({ op: 'past', ...pieceOf({ channel: PIECE + 1, sound: false }) })
  await viewer.until(() => viewer.units(PIECE + 1).length > 0, 'a picture of the other moment')
  expect(proxy.broughtBytes - turnedBytes).toBeLessThan(2 * MOST_IN_FRONT_BYTES)
  await proxy.close()
})

test('a tab plays on over the same socket when its token is replaced, and no more when its session ends', async () => {
  const client = await service.signIn('admin')
  const viewer = await MediaViewer.open(client)
  viewers.push(viewer)
  const piece = pieceOf()
  expect(await viewer.past(piece)).toMatchObject({ op: 'past-end' })
  const old = client.token
  client.token = (await client.call(tokenRenewal, undefined)).token
  expect(client.token).not.toBe(old)
  // Used for the first time, the new token ends the old one.
  await client.call(profileGet, undefined)
  expect(await viewer.past(pieceOf({ channel: PIECE + 1, startMs: piece.endMs, endMs: piece.endMs + 1_000 }))).toMatchObject({
    op: 'past-end',
  })
  const times = [...picturesOf(viewer), ...picturesOf(viewer, PIECE + 1).filter(({ isPreroll }) => !isPreroll)].map(
    ({ captureMs }) => captureMs,
  )
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeLessThan(100)
  await client.call(logout, undefined)
  await until('the socket is closed', () => service.stats.mediaSockets === 0)
})

test('a window that shows live is never mixed with the past: a piece on its number is refused, and live goes on', async () => {
  const viewer = await tab()
  viewer.openChannel(3, gate.sn)
  await viewer.until(() => viewer.units(3).length > 0, 'live pictures')
  expect(await viewer.past(pieceOf({ channel: 3 }))).toMatchObject({ op: 'past-failed', fault: 'refused' })
  const { length } = viewer.units(3)
  await viewer.until(() => viewer.units(3).length > length, 'more live pictures')
  expect(viewer.units(3).every(({ captureMs }) => Date.now() - captureMs < HOUR_MS / 2)).toBe(true)
})

test('a window that goes live where a piece was on its way gets live pictures alone from then on, and the device stops', async () => {
  const endless = new EndlessSource()
  const { agent } = await connectRecordingCamera(service.url, warehouse, endless)
  agents.push(agent)
  const viewer = await tab()
  viewer.send({ op: 'past', ...pieceOf({ channel: 3, sn: warehouse.sn }) })
  await viewer.until(() => viewer.units(3).length > 3, 'the past')
  viewer.openChannel(3, gate.sn)
  await viewer.until(() => viewer.controls(3).length > 0, 'live')
  const at = viewer.heard.findIndex((one) => one.kind === 'config')
  await viewer.until(() => viewer.heard.length > at + 10, 'more live pictures')
  const later = viewer.heard.slice(at).flatMap((one) => (one.kind === 'unit' ? [one.unit] : []))
  expect(later.every(({ captureMs }) => captureMs > 1_000_000_000)).toBe(true)
  await expect.poll(() => endless.isSending()).toBe(false)
})

test('sixteen cameras play while sixteen are looked through, and a recorder that is asked a lot is not shown the door', async () => {
  const viewer = await tab()
  const numbers = Array.from({ length: 16 }, (_, index) => PIECE + index * 2)
  const played = numbers.map((number) => viewer.past(pieceOf({ channel: number })))
  const looked = numbers.map((number) => viewer.past(pieceOf({ channel: number + 1, pictures: 'key' })))
  const answers = await Promise.all([...played, ...looked])
  expect(answers.map((answer) => answer?.op)).toEqual(answers.map(() => 'past-end'))

  // Each piece is answered by two messages: more than a device may send of itself in this time.
  const moment = Date.now() - HOUR_MS
  const { burst } = tenantLimits.gateway.messages
  for (const one of [await tab(), await tab()]) {
    for (let count = 0; count < burst / 2; count += 50) {
      const group = Array.from({ length: 50 }, (_, index) => pieceOf({ channel: count + index, startMs: moment, endMs: moment + 100 }))
      const ends = await Promise.all(group.map((piece) => one.past({ ...piece, pictures: 'key' })))
      expect(ends.filter((end) => end?.op !== 'past-end')).toEqual([])
    }
  }
  expect(await viewer.past(pieceOf({ channel: 5_000 }))).toMatchObject({ op: 'past-end' })
})

test('who asks for more than a wall has windows is refused the rest, a silent device is given up, and other people are served meanwhile', async () => {
  const silent = await GatewayProbe.open(service.url)
  await silent.hello(shop.sn, await deviceKey(shop.sn, shop.securityCode), [channel(0)])
  await silent.first('welcome')
  const viewer = await tab()
  for (let number = 0; number <= most.ofSocket; number += 1)
    viewer.send({ op: 'past', ...pieceOf({ channel: PIECE + number, sn: shop.sn }) })
  await viewer.until(() => viewer.pastAnswers(PIECE + most.ofSocket).length > 0, 'a refusal')
  expect(viewer.pastAnswers(PIECE + most.ofSocket)).toEqual([{ op: 'past-failed', channel: PIECE + most.ofSocket, fault: 'refused' }])
  const other = await tab('stranger')
  const { agent } = await connectRecordingCamera(service.url, OTHER_DEVICE)
  agents.push(agent)
  expect(await other.past(pieceOf({ sn: OTHER_DEVICE.sn }))).toMatchObject({ op: 'past-end' })
  await until('the device is asked', () => silent.heard.filter(({ kind }) => kind === 'clip-request').length === most.ofSocket)
  expect(viewer.pastAnswers(PIECE)).toEqual([])
  service.advance(tenantLimits.past.silenceMs + 1_000)
  await viewer.until(() => viewer.pastAnswers(PIECE).length > 0, 'the end of the wait')
  expect(viewer.pastAnswers(PIECE)).toEqual([{ op: 'past-failed', channel: PIECE, fault: 'failed' }])
  await until('the device is told', () => silent.heard.filter(({ kind }) => kind === 'clip-cancel').length === most.ofSocket)
  // There is room again.
  expect(await viewer.past(pieceOf())).toMatchObject({ op: 'past-end' })
  silent.socket.close()
})
