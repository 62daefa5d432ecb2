import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEVICE_ALIVE_MS } from '#contract/device-gateway.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { keptAgentKey } from '#tests/support/kept-agent-key.ts'
import { PingSwallower } from '#tests/support/ping-swallower.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { connectCamera } from '#tests/support/test-source.ts'
import { until } from '#tests/support/until.ts'

const { gate, shop } = demoDevices
/** Nobody has bound it. */
const stranger = { sn: 'LONELY0001', securityCode: 'LONELYCODE' }
/** Beyond what a socket may be silent, and the ping after that. */
const TOO_LONG_MS = 32_000
/** WebSocket close code of a connection that broke. */
const BROKEN = 1006
const ALIVE = JSON.stringify({ kind: 'alive' })
let service: TestService

beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.close())
afterEach(() => until('all devices have gone', () => service.stats.deviceSockets === 0))

async function welcomed(url: string, device: { sn: string; securityCode: string } = shop): Promise<GatewayProbe> {
  const probe = await GatewayProbe.open(url)
  await probe.hello(device.sn, await keptAgentKey(device), [channel(0)])
  await probe.first('welcome')
  return probe
}

describe('behind a box that swallows pings', () => {
  let box: PingSwallower
  beforeEach(async () => {
    box = await PingSwallower.start(service.url)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await box.close()
  })

  test.each([
    ['bound', gate],
    ['not bound', stranger],
  ])('a device that has nothing to say, %s, stays connected, and both ends find out when the box is dead', async (_, device) => {
    const { agent } = await connectCamera(`http://127.0.0.1:${box.port}`, device)
    const hellos = () => box.said.filter((text) => text.includes('"hello"')).length
    const answers = () => box.answered.filter((text) => text === ALIVE).length
    await until('the service says that it hears', () => answers() === 1)
    // More than a minute.
    for (let words = 1; words <= 8; words += 1) {
      vi.advanceTimersByTime(DEVICE_ALIVE_MS)
      await until(`answer ${words}`, () => answers() === 1 + words)
    }
    expect([hellos(), service.stats.deviceSockets]).toEqual([1, 1])
    box.fallSilent()
    vi.advanceTimersByTime(TOO_LONG_MS)
    await until('it is cut off', () => service.stats.deviceSockets === 0)
    await agent.stop()
  })

  test('an older one, which says nothing, is cut off, and lives without the box', async () => {
    const [behind, direct] = [await welcomed(`http://127.0.0.1:${box.port}`, gate), await welcomed(service.url)]
    for (let passedMs = 0; passedMs < TOO_LONG_MS; passedMs += 8_000) {
      const pinged = once(direct.socket, 'ping')
      vi.advanceTimersByTime(8_000)
      await pinged
      await direct.wasHeard()
    }
    expect(await behind.closed).toBe(BROKEN)
    expect(service.stats.deviceSockets).toBe(1)
    direct.socket.close()
  })
})

test('who says that they live is a device only once it has shown its key', async () => {
  const probe = await GatewayProbe.open(service.url)
  await probe.first('challenge')
  probe.say({ kind: 'alive' })
  expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'bad-message' })
  await probe.closed
})

test('who says it all the time is told that it is too often, and nobody else hears of that', async () => {
  const [noisy, other] = [await welcomed(service.url), await welcomed(service.url, gate)]
  for (let count = 0; count < 3 * tenantLimits.gateway.alive.burst; count += 1) noisy.say({ kind: 'alive' })
  expect(await noisy.first('refused')).toEqual({ kind: 'refused', reason: 'too-many-messages' })
  await noisy.closed
  expect(noisy.heard.filter(({ kind }) => kind === 'alive').length).toBeLessThan(2 * tenantLimits.gateway.alive.burst)
  await other.wasHeard()
  other.socket.close()
})
