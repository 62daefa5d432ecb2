import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionKeep } from '#contract/calls/account/session-keep.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import type { CoreApi, CoreEvent } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { Core } from '#workers/core/core.ts'
import type { Ports } from '#workers/core/ports.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import type { Db } from '#server/db/open.ts'
import { deep } from '#tests/support/depth.ts'
import { TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

const ROUNDS = deep(500, 10)
const TABS = 8
/** Of the service's tokens. */
const LIFE_MS = 30 * 60_000

let service: TestService
let proxy: TcpProxy
let db: Db
let profile: TestProfile
let clock: VirtualClock
let store: Ports['store']
let cores: Core[]
let tabs: CoreApi[]
let events: CoreEvent[]

beforeEach(async () => {
  service = await TestService.start()
  proxy = new TcpProxy(Number(new URL(service.url).port))
  db = await service.openDatabase()
  profile = new TestProfile()
  clock = new VirtualClock(service.now)
  const url = `http://127.0.0.1:${await proxy.listen()}`
  const ports = Array.from({ length: TABS }, () => nodePorts(profile, { url, origin: service.origin, clock }))
  store = (ports[0] as Ports).store
  // Each tab with a core of its own: the worst that builds side by side and browsers without shared workers make of it.
  cores = ports.map((one, tab) => new Core(one, { build: `${tab}`, generation: 0 }, () => {}))
  tabs = cores.map(({ api }) => api)
  events = []
  await Promise.all(
    tabs.map(async (api, tab) => {
      void ports[tab]?.locks.request(`tab ${tab}`, () => new Promise(() => {}))
      await api.attach({ tabId: `${tab}`, lockName: `tab ${tab}` }, (event) => events.push(event))
    }),
  )
  expect(await tabs[0]?.signIn(service.person('admin'))).toMatchObject({ ok: true })
  await expect.poll(async () => (await Promise.all(tabs.map(ask))).every(({ ok }) => ok)).toBe(true)
})
afterEach(async () => {
  for (const core of cores) core.stop()
  profile.close()
  await proxy.close()
  await db.destroy()
  await service.close()
})

const ask = (api: CoreApi) => api.call(profileGet.path, undefined)

/** How many tokens the service has given out. */
async function issued(): Promise<number> {
  const { count } = await db
    .selectFrom('session_token')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How long the token that the cores share is good for, ms. */
async function keptLeftMs(): Promise<number> {
  return ((await store.seal.read())?.expiresAtMs ?? 0) - service.now
}

/** Somebody is there, and time goes by until the token has 300 s left, whatever a core may think: it knows the service's time to a second. */
async function passToken(): Promise<void> {
  await tabs[0]?.noteActivity()
  service.advance(LIFE_MS - limits.renewAtMsLeft + 2_000)
  clock.advance(service.now - clock.trueMs())
}

function signedOut(): CoreEvent[] {
  return events.filter(
    (event) => event.kind === 'state' && event.state.session.kind === 'signed-out' && event.state.session.code !== undefined,
  )
}

test(`${ROUNDS} rounds in ${TABS} tabs renew once each, though reuse is punished, and sign nobody out`, { timeout: 300_000 }, async () => {
  // As a viewing screen, which need not sign in anew after a week.
  const { password } = service.person('admin')
  expect(await tabs[0]?.call(sessionKeep.path, { password })).toMatchObject({ ok: true })
  for (let round = 1; round <= ROUNDS; round += 1) {
    await passToken()
    const answers = await Promise.all(tabs.map(ask))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    await expect.poll(issued, { interval: 5 }).toBe(1 + round)
    // Time goes on when the answer is there: a machine that sleeps while it is on its way is another matter.
    await expect.poll(keptLeftMs, { interval: 5 }).toBeGreaterThan(limits.renewAtMsLeft)
  }
  expect(await issued()).toBe(1 + ROUNDS)
  expect(signedOut()).toEqual([])
  const ended = await db.selectFrom('session').where('ended_code', 'is not', null).select('id').execute()
  expect(ended).toEqual([])
})

test('a renewal whose answer is lost is done again within the grace, and signs nobody out', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const before = await issued()
    proxy.loseAnswers()
    await passToken()
    await expect.poll(issued).toBeGreaterThan(before)
    proxy.restore()
    await expect
      .poll(async () => (clock.advance(1_000), service.advance(1_000), (await Promise.all(tabs.map(ask))).every(({ ok }) => ok)))
      .toBe(true)
    service.advance(2 * 60_000)
    clock.advance(service.now - clock.trueMs())
    expect((await Promise.all(tabs.map(ask))).every(({ ok }) => ok)).toBe(true)
  }
  expect(signedOut()).toEqual([])
})
