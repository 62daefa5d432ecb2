import { afterEach, beforeEach, expect, test } from 'vitest'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { PushMessage } from '#contract/push.ts'
import type { PushState } from '#contract/core-api.ts'
import { PushLink } from '#workers/core/push.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

/** Connections that are dropped, one third in each way. */
const DROPS = 1_000
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
  proxy = new TcpProxy(Number(new URL(service.url).port))
  const url = `http://127.0.0.1:${await proxy.listen()}`
  profile = new TestProfile()
  clock = new VirtualClock()
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
  expect(push.unreadable).toBe(0)
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
