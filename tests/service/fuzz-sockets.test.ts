import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { fromDevice } from '#contract/device-gateway.ts'
import { encodeMediaUnit, mediaAlive, mediaCodecs, mediaRequest } from '#contract/media.ts'
import { PUSH_PATH, pushRequest } from '#contract/push.ts'
import { pastAsk } from '#contract/recorded-media.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { deep } from '#tests/support/depth.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'
import { bent, damage } from '#tests/support/registry/bent-input.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const SOCKETS = Number(process.env['FUZZ_SOCKETS'] ?? deep(150, 40))
/** The same each time, so that a run tells of what was changed; to look for more: `FUZZ_SEED=$RANDOM npx vitest run --project service fuzz`. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)
/** WebSocket close code of a fault inside the service. */
const FAULT = 1011
const { gate, shop } = demoDevices
const identifiers = { sn: [gate.sn, shop.sn, OTHER_DEVICE.sn, 'NOSUCH0001'] }
const unit = {
  kind: 'video' as const,
  isKey: true,
  isPreroll: false,
  codec: mediaCodecs.h264,
  ptsUs: 1,
  captureMs: 1,
  sequence: 1,
  data: new Uint8Array(64),
}
type Schema = Parameters<typeof arbitraryInput>[0]
type Message = string | Uint8Array
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  console.log(`Fuzz seed ${SEED}, ${SOCKETS} sockets of each kind (FUZZ_SEED, FUZZ_SOCKETS)`)
  service = await TestService.start()
  await service.connectDevice(gate)
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

/** One to six messages as somebody might send them: right ones, such with something wrong, damaged texts, bytes, pictures. */
function messagesOf(schema: Schema): fc.Arbitrary<Message[]> {
  const valid = arbitraryInput(schema, { identifiers })
  const text = fc.oneof(valid, bent(valid)).map((value) => JSON.stringify(value) ?? '')
  const damaged = fc.tuple(text, damage).map(([whole, harm]) => harm(whole))
  const picture = fc.nat(65_535).map((number) => new Uint8Array(encodeMediaUnit({ ...unit, channel: number })))
  const message = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
    { weight: 1, arbitrary: picture },
  )
  return fc.array<Message>(message, { minLength: 1, maxLength: 6 })
}

/**
 * Opens a socket for each try and says these messages on it, until one is closed for a fault of the service; then looks for the fewest
 * and smallest that do it. What the service says on it is read by the contract.
 */
async function tryMessages(schema: Schema, open: () => Promise<{ socket: WebSocket; closed: Promise<number> }>): Promise<void> {
  const property = fc.asyncProperty(messagesOf(schema), async (messages) => {
    const { socket, closed } = await open()
    for (const message of messages) socket.send(message)
    // An answer to a ping says that all before it was heard.
    socket.once('pong', () => socket.close())
    socket.ping()
    expect(await closed).not.toBe(FAULT)
    expect(await admin.failure(profileGet, null)).toMatchObject({ code: 200 })
  })
  await fc.assert(property, { seed: SEED, numRuns: SOCKETS })
}

test('odd messages on the push connection end it at the most, and nobody else hears of them', { timeout: 300_000 }, async () => {
  const bystander = await service.openPush(admin)
  await tryMessages(pushRequest, () => PushClient.open(service.url + PUSH_PATH, service.origin))
  await tryMessages(pushRequest, () => service.openPush(admin))
  expect(bystander.heard.map(({ infoType }) => infoType)).toEqual(['reply'])
  bystander.socket.close()
})

test('odd messages on the media socket end it at the most', { timeout: 300_000 }, async () => {
  await tryMessages(mediaRequest, () => MediaViewer.open(admin))
  await tryMessages(mediaAlive, () => MediaViewer.open(admin))
  await tryMessages(pastAsk, () => MediaViewer.open(admin))
})

test('odd messages of a device end its own connection at the most', { timeout: 300_000 }, async () => {
  const key = await deviceKey(shop.sn, shop.securityCode)
  await tryMessages(fromDevice, () => GatewayProbe.open(service.url))
  await tryMessages(fromDevice, async () => {
    const probe = await GatewayProbe.open(service.url)
    await probe.hello(shop.sn, key, [channel(0)])
    await probe.first('welcome')
    return probe
  })
  // The device that did nothing wrong is still there.
  expect(service.stats.deviceSockets).toBeGreaterThan(0)
})
