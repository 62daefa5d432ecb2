import { afterEach, beforeEach, expect, test } from 'vitest'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { PushMessage } from '#contract/push.ts'
import type { PushState } from '#contract/core-api.ts'
import { PushLink } from '#workers/core/push.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import { deep } from '#tests/support/depth.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

/** Connections that are dropped, one third in each way. */
const DROPS = deep(1_000, 40)
/** What everything takes each way on a long line. */
const LONG_WAY_MS = 2_000
const ways = ['drop', 'reset', 'blackHole'] as const

let service: TestService
let proxy: TcpProxy
let profile: TestProfile
let clock: VirtualClock
let push: PushLink
let client: ServiceClient
let heard: PushMessage[]
let gaps: number
let states: PushState[]
let texts: string[]

beforeEach(async () => {
  service = await TestService.start()
  clock = new VirtualClock()
  proxy = new TcpProxy(Number(new URL(service.url).port), clock)
  const url = `http://127.0.0.1:${await proxy.listen()}`
  profile = new TestProfile()
  client = await service.signIn('admin')
  heard = []
  states = []
  texts = []
  gaps = 0
  happened = 0
  configId = undefined
  const ports = nodePorts(profile, { url, origin: service.origin, clock })
  const { openSocket } = ports
  ports.openSocket = (address) => {
    const socket = openSocket(address)
    socket.addEventListener('message', ({ data }) => texts.push(String(data)))
    return socket
  }
  push = new PushLink(ports, () => client.token, {
    onState: (state) => states.push(state),
    onMessage: (message) => heard.push(message),
    onGap: () => (gaps += 1),
    onRefused: () => {},
    onReach: () => {},
    onSilence: () => {},
    onStanding: () => {},
    onStolen: () => {},
  })
})
afterEach(async () => {
  push.stop()
  profile.close()
  await proxy.close()
  await service.close()
})

/** Something happens of which the person is told: a layout is saved, always the same. */
let happened = 0
let configId: string | undefined
async function happen(): Promise<void> {
  happened += 1
  const configValue = { splitNum: 4 as const, isDefault: false, playChlList: [] }
  const saved = await client.call(userConfigsPut, { configId, configType: 'layout', configName: 'One', configValue })
  configId = saved.configId
}
const told = () => heard.filter(({ infoType }) => infoType === 'configs-changed').length

/** Lets the core's time go by until it is connected, a second at a time; the service is given time to answer in between. */
async function reconnected(): Promise<void> {
  await expect
    .poll(
      () => {
        if (push.state !== 'open') clock.advance(1_000)
        return push.state
      },
      { interval: 2 },
    )
    .toBe('open')
}

test(`over ${DROPS} dropped connections no event is lost, and none comes twice`, { timeout: 300_000 }, async () => {
  const random = new SeededRandom(20_261_121)
  push.start()
  await reconnected()
  gaps = 0
  for (let drop = 0; drop < DROPS; drop += 1) {
    const way = ways[drop % ways.length] ?? 'drop'
    const isBefore = random.below(2) === 0
    if (isBefore) await happen()
    proxy[way]()
    if (!isBefore) await happen()
    // Time in which a connection that hangs is found out: a heartbeat that stays unanswered.
    if (way === 'blackHole') for (let beats = 0; beats < 40 && push.state === 'open'; beats += 1) clock.advance(1_000)
    else await expect.poll(() => push.state, { interval: 1 }).not.toBe('open')
    proxy.restore()
    await reconnected()
  }
  await expect.poll(told).toBe(happened)
  expect(gaps).toBe(0)
  expect(new Set(states)).toEqual(new Set(['connecting', 'open', 'retrying']))
})

test('a connection that dies silently is found out within 30 s', async () => {
  push.start()
  await reconnected()
  // Until the service has spoken unasked once.
  service.advance(12_000)
  await expect.poll(() => texts.filter((text) => text.includes('"heartbeat"')).length, { message: 'a word unasked' }).toBeGreaterThan(0)
  proxy.blackHole()
  const fromMs = clock.nowMs()
  await expect.poll(() => (clock.advance(1_000), push.state)).not.toBe('open')
  expect(clock.nowMs() - fromMs).toBeLessThanOrEqual(30_000)
})

/** Lets the core's time go by only while something is under way, until it has been heard. */
async function comes(what: string, isHeard: () => boolean): Promise<void> {
  await expect
    .poll(() => (!isHeard() && proxy.underWay > 0 && clock.advance(LONG_WAY_MS), isHeard()), { message: `${what} comes`, interval: 2 })
    .toBe(true)
}

test('a line on which everything takes 2 s each way is not taken for a dead one, and no event on it is lost', async () => {
  push.start()
  await reconnected()
  gaps = 0
  proxy.delay(LONG_WAY_MS)
  const openedAtMs = clock.nowMs()
  for (let beats = 1; beats <= 4; beats += 1) {
    clock.advance(openedAtMs + beats * 30_000 - clock.nowMs())
    await comes('the answer to a heartbeat', () => texts.filter((text) => text.includes('"heartbeat"')).length === beats)
    for (let events = 0; events < 5; events += 1) {
      await happen()
      await comes('an event', () => told() === happened)
    }
  }
  expect(states).toEqual(['connecting', 'open'])
  expect(gaps).toBe(0)
})

test('events that are under way on a long line when it breaks are heard once it is mended, and none comes twice', async () => {
  push.start()
  await reconnected()
  gaps = 0
  proxy.delay(LONG_WAY_MS)
  for (let events = 0; events < 5; events += 1) await happen()
  await expect.poll(() => proxy.underWay).toBeGreaterThan(0)
  proxy.reset()
  await happen()
  await expect.poll(() => push.state).not.toBe('open')
  await reconnected()
  await comes('each event', () => told() >= happened)
  expect(told()).toBe(happened)
  expect(gaps).toBe(0)
})
