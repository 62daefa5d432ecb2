import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceTypes } from '#contract/enums.ts'
import { encodeMediaUnit, mediaClose, mediaCodecs } from '#contract/media.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'

const { gate, shop } = demoDevices
const unit = {
  kind: 'video' as const,
  channel: 0,
  isKey: true,
  isPreroll: false,
  codec: mediaCodecs.h264,
  ptsUs: 1,
  captureMs: 1,
  sequence: 1,
  data: new Uint8Array(64),
}
let service: TestService
let admin: ServiceClient
let source: TestSource
let agent: DeviceAgent
let bystander: MediaViewer

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  ;({ source, agent } = await connectCamera(service.url, gate))
  source.main.film(true)
  bystander = await MediaViewer.open(admin)
  bystander.openChannel(0, gate.sn)
  await bystander.until(() => bystander.units().length === 1, 'the first picture')
})
afterAll(async () => {
  bystander.close()
  await agent.stop()
  await service.close()
})
/** The viewer that does nothing wrong has seen everything so far. */
async function expectNoHarm(): Promise<void> {
  source.main.film(false)
  await bystander.until(() => bystander.units().length === source.main.filmed.length, 'every picture')
  expect(bystander.controls()).toHaveLength(1)
}
beforeEach(expectNoHarm)

const rubbish: [string, string | Buffer][] = [
  ['no JSON', 'hello?'],
  ['half JSON', '{"kind":"hello"'],
  ['another JSON', '[]'],
  ['null', 'null'],
  ['an unknown kind', '{"kind":"reboot","op":"reboot"}'],
  ['a deep one', '['.repeat(5_000)],
  ['a prototype', '{"__proto__":{"kind":"hello","op":"open"}}'],
  ['bytes', Buffer.from([0, 255, 1, 2])],
  ['a unit out of turn', Buffer.from(encodeMediaUnit(unit))],
  ['nothing', ''],
]

describe('the media socket closes on', () => {
  test.each(rubbish)('%s', async (_name, message) => {
    const viewer = await MediaViewer.open(admin)
    viewer.socket.send(message)
    expect(await viewer.closed).toBe(mediaClose.badMessage)
    await expectNoHarm()
  })
})

describe('the device gateway refuses', () => {
  test.each(rubbish)('%s before the hello', async (_name, message) => {
    const probe = await GatewayProbe.open(service.url)
    await probe.first('challenge')
    probe.socket.send(message)
    expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'bad-message' })
    await probe.closed
    await expectNoHarm()
  })

  test.each(rubbish.filter(([name]) => name !== 'a unit out of turn'))('%s after the welcome', async (_name, message) => {
    const probe = await GatewayProbe.open(service.url)
    await probe.hello(shop.sn, await deviceKey(shop.sn, shop.securityCode), [channel(0)])
    await probe.first('welcome')
    probe.socket.send(message)
    expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'bad-message' })
    await probe.closed
    await expectNoHarm()
  })

  test('what comes out of turn: an enrolment first, a second hello, channels before the welcome', async () => {
    const hello = {
      kind: 'hello',
      sn: shop.sn,
      proof: '0'.repeat(64),
      devType: deviceTypes.ipc,
      name: 'x',
      model: '',
      version: '',
      channels: [],
    }
    for (const messages of [[{ kind: 'enrol', key: '0'.repeat(64) }], [hello, hello], [{ kind: 'channels', channels: [] }]]) {
      const probe = await GatewayProbe.open(service.url)
      await probe.first('challenge')
      for (const message of messages) probe.say(message)
      expect((await probe.first('refused')).kind).toBe('refused')
      await probe.closed
    }
    await expectNoHarm()
  })
})

test('a device may say what it likes of streams that nobody asked for', async () => {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(shop.sn, await deviceKey(shop.sn, shop.securityCode), [channel(0)])
  await probe.first('welcome')
  const before = service.stats.unitsRelayed
  for (const streamId of [0, 1, 77, 65_535]) {
    probe.say({ kind: 'stream-opened', streamId, codec: 'avc1.64001f', width: 1, height: 1, fps: 1 })
    probe.socket.send(encodeMediaUnit({ ...unit, channel: streamId }))
    probe.say({ kind: 'stream-failed', streamId, fault: 'lost' })
  }
  probe.say({ kind: 'channels', channels: [] })
  await expectNoHarm()
  expect(service.stats.unitsRelayed - before).toBe(1)
  probe.socket.close()
  await probe.closed
})

test('random damage to right messages harms nobody else', async () => {
  const random = new SeededRandom(20_261_121)
  const key = await deviceKey(shop.sn, shop.securityCode)
  const right = ['{"op":"open","channel":1,"sn":"GATE000001","chlIndex":0,"stream":"main"}', '{"op":"quality","channel":1,"stream":"sub"}']
  for (let round = 0; round < 60; round += 1) {
    const viewer = await MediaViewer.open(admin)
    const probe = await GatewayProbe.open(service.url)
    if (round % 2 === 0) {
      await probe.hello(shop.sn, key, [channel(0)])
      await probe.first('welcome')
    }
    for (let count = 0; count < 5; count += 1) {
      const text = random.mutate(Buffer.from(right[random.below(right.length)] ?? '')).toString('utf8')
      viewer.socket.send(random.below(2) === 0 ? text : random.mutate(encodeMediaUnit(unit)))
      probe.socket.send(
        random.below(2) === 0
          ? random.mutate(Buffer.from(JSON.stringify({ kind: 'channels', channels: [channel(0)] }))).toString()
          : random.mutate(encodeMediaUnit(unit)),
      )
    }
    if (round % 10 === 0) await expectNoHarm()
    viewer.socket.terminate()
    probe.socket.terminate()
    await Promise.all([viewer.closed, probe.closed])
  }
  await expectNoHarm()
})
