import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import type { CoreApi, CoreState } from '#contract/core-api.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import { Core } from '#workers/core/core.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const MINUTE_MS = 60_000
const DAYS = deep(30, 3)
/** When the heap is measured first. */
const FIRST_DAYS = DAYS / 3
const LIFE_MS = 2 * 60 * MINUTE_MS
const TABS = 4
/** How much the heap may grow over the other two thirds. In thirty days, what a leak of one small object an hour and tab makes is more. */
const MOST_GROWTH_BYTES = 3_000_000

let profile: TestProfile
let ports: TestPorts
let core: Core
let states: CoreState[]

beforeEach(() => {
  profile = new TestProfile()
  ports = profile.ports()
  core = new Core(ports, { build: 'one', generation: 0 }, () => {})
  states = []
})
afterEach(() => {
  core.stop()
  profile.close()
})

/** Plays the service's side of the push socket: takes the token, answers heartbeats. The plugin is not there. */
function play(socket: PlayedSocket): void {
  if (!socket.url.endsWith('/push-ws')) return queueMicrotask(() => socket.fail())
  let seq = 0
  const say = (infoType: string, infoContent: object) => {
    seq += 1
    socket.say(JSON.stringify({ infoType, infoContent, extension: { seq, sentAtMs: 1, cursor: `${seq}` } }))
  }
  socket.send = (text) => {
    const to = (JSON.parse(text) as { type: 'token' | 'heartbeat' }).type
    say('reply', to === 'token' ? { to, code: 200, isResumed: true } : { to, code: 200 })
    if (to === 'heartbeat' && seq % 20 === 0) say('assets-changed', {})
  }
  queueMicrotask(() => socket.open())
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The heap when all that is garbage is gone. */
function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it(`${DAYS} days with ${TABS} tabs take exactly as many renewals as they must, and no more memory`, { timeout: 300_000 }, async () => {
  const service = serveSessions(profile, { lifeMs: LIFE_MS })
  const { otherEnd, clock } = profile
  otherEnd.on(siteListChoose.path, () => ({ data: { sites: [] } }))
  otherEnd.on(deviceAccessTokenGet.path, () => ({ code: 5000 }))
  const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: 31853, helpers: [] }
  otherEnd.on(systemVersionGet.path, () => ({ data: version }))
  const open = ports.openSocket
  ports.openSocket = (url) => {
    const socket = open(url)
    // Only the newest is looked at: a test that kept them all would grow by itself.
    play(ports.sockets.splice(0).at(-1) as PlayedSocket)
    return socket
  }
  const api: CoreApi = core.api
  for (let tab = 0; tab < TABS; tab += 1) {
    void ports.locks.request(`tab ${tab}`, () => new Promise(() => {}))
    await api.attach({ tabId: `${tab}`, lockName: `tab ${tab}` }, (event) => {
      if (event.kind === 'state') states[tab] = event.state
    })
  }
  expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
  await until('push', () => states.every((state) => state.push === 'open'))

  const startMs = clock.nowMs()
  let heapBefore = 0
  let renewals = 0
  while (clock.nowMs() < startMs + DAYS * 24 * 60 * MINUTE_MS) {
    await api.noteActivity()
    // Up to the moment of the renewal, and never past it.
    const leftMs = service.expiresAtMs - service.nowMs() - limits.renewAtMsLeft
    for (let spentMs = 0, stepMs = Math.min(10 * MINUTE_MS, leftMs); spentMs < stepMs; spentMs += 15_000)
      clock.advance(Math.min(15_000, stepMs - spentMs))
    if (service.expiresAtMs - service.nowMs() <= limits.renewAtMsLeft) {
      renewals += 1
      await until('a renewal', () => service.leftAtRenewalMs.length === renewals)
      await until('push', () => states.every((state) => state.push === 'open'))
    }
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ ok: true })
    otherEnd.asked.splice(0)
    if (heapBefore === 0 && clock.nowMs() > startMs + FIRST_DAYS * 24 * 60 * MINUTE_MS) heapBefore = heapBytes()
  }
  expect(service.leftAtRenewalMs).toHaveLength(Math.floor((DAYS * 24 * 60 * MINUTE_MS) / (LIFE_MS - limits.renewAtMsLeft)))
  expect(new Set(service.leftAtRenewalMs)).toEqual(new Set([limits.renewAtMsLeft]))
  expect(otherEnd.askedFor(tokenRenewal.path)).toEqual([])
  expect(states.map(({ session, push }) => [session.kind, push])).toEqual(Array.from({ length: TABS }, () => ['signed-in', 'open']))
  // What is on its way still is let go of first.
  await expect.poll(() => heapBytes() - heapBefore).toBeLessThan(MOST_GROWTH_BYTES)
  expect(clock.waits.length).toBeLessThan(20)
})
