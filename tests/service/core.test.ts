import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import type { CallResult, CoreApi, CoreEvent, CoreState } from '#contract/core-api.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { Core } from '#workers/core/core.ts'
import type { Clock } from '#workers/core/ports.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts, type Surroundings } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

let service: TestService
let profile: TestProfile
const closers: (() => void | Promise<void>)[] = []

beforeEach(async () => {
  service = await TestService.start()
  await service.connectDevice(demoDevices.gate)
  profile = new TestProfile()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  profile.close()
  await service.close()
})

interface Tab {
  core: Core
  api: CoreApi
  events: CoreEvent[]
  state: () => CoreState
  goOnline: () => void
  /** Closes the tab. */
  leave: () => void
}

/** A core with one tab, against the real service. */
async function open(build: string, surroundings: Partial<Surroundings> = {}): Promise<Tab> {
  const ports = nodePorts(profile, { url: service.url, origin: service.origin, clock: systemClock, ...surroundings })
  const core = new Core(ports, { build, generation: 0 }, () => {})
  closers.push(() => core.stop())
  const events: CoreEvent[] = []
  let leave = () => {}
  void ports.locks.request(`tab ${build}`, () => new Promise<void>((resolve) => (leave = resolve)))
  closers.push(() => leave())
  const { state: first } = await core.api.attach({ tabId: build, lockName: `tab ${build}` }, (event) => events.push(event))
  const state = () => {
    const last = events.findLast((event) => event.kind === 'state')
    return last?.kind === 'state' ? last.state : first
  }
  return { core, api: core.api, events, state, goOnline: ports.goOnline, leave: () => leave() }
}

async function signedIn(build: string, surroundings?: Partial<Surroundings>): Promise<Tab> {
  const tab = await open(build, surroundings)
  expect(await tab.api.signIn(service.person('admin'))).toMatchObject({ ok: true, data: { loginName: 'admin' } })
  await expect.poll(() => tab.state().push).toBe('open')
  return tab
}

async function startPlugin(): Promise<Plugin> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
  const plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder, log: () => {} })
  closers.push(async () => {
    await plugin.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  return plugin
}

describe('the core against the real service', () => {
  test('says why a sign-in failed', async () => {
    const { api, state } = await open('one')
    const { loginName } = service.person('admin')
    expect(await api.signIn({ loginName, password: 'wrong' })).toMatchObject({ ok: false, code: 20005, detail: { attemptsLeft: 4 } })
    expect(state().session).toEqual({ kind: 'signed-out' })
  })

  test('asks, and hears what changes', async () => {
    const { api, events, state } = await signedIn('one')
    expect(await api.call(siteChannelList.path, {})).toMatchObject({ ok: true, data: { channels: [{ sn: demoDevices.gate.sn }] } })
    await service.connectDevice(demoDevices.shop)
    await expect.poll(() => events.some((event) => event.kind === 'push' && event.message.infoType === 'assets-changed')).toBe(true)
    expect(await api.call(profileUpdate.path, { alias: 'Somebody Else' })).toMatchObject({ ok: true })
    await expect.poll(() => state().session).toMatchObject({ kind: 'signed-in', user: { alias: 'Somebody Else' } })
    expect(service.stats.pushSockets).toBe(1)
  })

  test('gives addresses of the relay that open once', async () => {
    const { api } = await signedIn('one')
    const address = await api.relayAddress()
    expect(address.ok && new URL(address.data.url)).toMatchObject({ pathname: '/media-ws', search: '' })
    expect(await api.relayAddress()).not.toEqual(address)
  })

  test('ends its session at the service too when it signs out', async () => {
    const { api, state } = await signedIn('one')
    const other = await open('two')
    await expect.poll(() => other.state().session.kind).toBe('signed-in')
    await api.signOut()
    expect(state().session).toEqual({ kind: 'signed-out' })
    await expect.poll(() => other.state().session.kind).toBe('signed-out')
    await expect.poll(() => service.stats.pushSockets).toBe(0)
    expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: false, code: 10002 })
  })

  test('is signed out by the service, which says why', async () => {
    const { state } = await signedIn('one')
    await service.edit((db) => db.updateTable('session').set({ ended_at_ms: service.now, ended_code: 7003 }).execute())
    const { api } = await open('two')
    expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: false, code: 7003 })
    await expect.poll(() => state().session).toEqual({ kind: 'signed-out', code: 7003 })
  })

  test('goes on with a new token when the last one expired unnoticed, as after a sleep', async () => {
    const { api, state } = await signedIn('one')
    service.advance(29 * 60_000)
    await api.call(profileGet.path, undefined)
    await api.noteActivity()
    service.advance(20 * 60_000)
    expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: true })
    expect(state().session.kind).toBe('signed-in')
    await expect.poll(() => state().push).toBe('open')
  })

  test('renews its token and goes on', async () => {
    const clock = new VirtualClock(Date.now())
    const { api, state, events } = await signedIn('one', { clock })
    function openings(): number {
      return events.filter((event, index) => {
        const before = events.slice(0, index).findLast((one) => one.kind === 'state')
        return event.kind === 'state' && event.state.push === 'open' && before?.kind === 'state' && before.state.push !== 'open'
      }).length
    }
    const before = openings()
    // In steps, so that heartbeats are answered on the way; somebody is at the screen.
    for (let minutes = 0; minutes < 25; minutes += 0.5) {
      await api.noteActivity()
      service.advance(30_000)
      advanceTo(clock, service.now)
      await api.call(profileGet.path, undefined)
    }
    // Time goes on for a connection that was lost on the way too, since the service took long to answer.
    await expect.poll(() => (clock.advance(1_000), openings())).toBeGreaterThan(before)
    service.advance(6 * 60_000)
    expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: true })
    expect(state().session.kind).toBe('signed-in')
    await expect.poll(() => (clock.advance(1_000), service.stats.pushSockets)).toBe(1)
  })
})

/** Moves the core's clock to the service's. */
function advanceTo(clock: VirtualClock & Clock, timeMs: number): void {
  clock.advance(Math.max(0, timeMs - clock.nowMs()))
}

describe('two builds at once', () => {
  test('hold one push socket and one plugin socket; when one goes the other takes both', async () => {
    const plugin = await startPlugin()
    const first = await signedIn('one', { pluginPort: plugin.port })
    await expect.poll(() => first.state().plugin.kind).toBe('loaded')
    const second = await open('two', { pluginPort: plugin.port })
    await expect.poll(() => second.state().push).toBe('open')
    expect(service.stats.pushSockets).toBe(1)
    expect(plugin.stats().controlSockets).toBe(1)
    first.core.stop()
    await expect.poll(() => second.state().plugin.kind).toBe('loaded')
    await expect.poll(() => service.stats.pushSockets).toBe(1)
    await expect.poll(() => plugin.stats()).toMatchObject({ controlSockets: 1, upstreams: 1 })
    expect(second.state().session.kind).toBe('signed-in')
  })

  test('show a window through the plugin and stop it with its tab', async () => {
    const plugin = await startPlugin()
    const { api, state, leave } = await signedIn('one', { pluginPort: plugin.port })
    await expect.poll(() => state().plugin.kind).toBe('loaded')
    const window = { tabId: 'one', winIndex: 0, sn: demoDevices.gate.sn, chlIndex: 0, stream: 'main' as const }
    const preview = await api.pluginPreview(window)
    expect(preview.ok && preview.data.mediaUrl).toMatch(/\/media\?ticket=/)
    expect(plugin.stats().windows).toBe(1)
    leave()
    await expect.poll(() => plugin.stats().windows).toBe(0)
  })
})

describe('a network that goes away', () => {
  test('that only takes 2 s each way brings the service’s own answers, and nobody takes it for out of reach', async () => {
    const clock = new VirtualClock(service.now)
    const proxy = new TcpProxy(Number(new URL(service.url).port), clock)
    const url = `http://127.0.0.1:${await proxy.listen()}`
    closers.push(() => proxy.close())
    const { api, events } = await signedIn('one', { url, clock })
    const before = await api.call(siteChannelList.path, {})
    const eventsBefore = events.length
    proxy.delay(2_000)
    const sentMs = clock.nowMs()
    let answer: CallResult | undefined
    void api.call(siteChannelList.path, {}).then((result) => (answer = result))
    await expect.poll(() => (answer === undefined && proxy.underWay > 0 && clock.advance(2_000), answer), { interval: 2 }).toBeDefined()
    expect(clock.nowMs() - sentMs).toBeGreaterThanOrEqual(4_000)
    // A kept one would say how old it is.
    expect(answer).toEqual(before)
    expect(events.slice(eventsBefore).filter((event) => event.kind === 'state' && !event.state.isServiceReachable)).toEqual([])
  })

  test('leaves kept answers with their age, and everything comes back by itself', async () => {
    const proxy = new TcpProxy(Number(new URL(service.url).port))
    const url = `http://127.0.0.1:${await proxy.listen()}`
    closers.push(() => proxy.close())
    const { api, state, events, goOnline } = await signedIn('one', { url })
    const fresh = await api.call(siteChannelList.path, {})
    expect(fresh).not.toHaveProperty('asOfMs')
    proxy.cut()
    await expect.poll(() => state()).toMatchObject({ push: 'retrying', isServiceReachable: false })
    const kept = await api.call(siteChannelList.path, {})
    expect(kept).toMatchObject({ ...fresh, asOfMs: expect.any(Number) })
    proxy.restore()
    const before = events.length
    goOnline()
    await expect.poll(() => state()).toMatchObject({ push: 'open', isServiceReachable: true })
    await expect.poll(() => events.slice(before).some((event) => event.kind === 'refresh')).toBe(true)
    expect(await api.call(siteChannelList.path, {})).not.toHaveProperty('asOfMs')
  })

  test('does not end the session of a reload meanwhile, and lets the person sign out', async () => {
    const proxy = new TcpProxy(Number(new URL(service.url).port))
    const url = `http://127.0.0.1:${await proxy.listen()}`
    closers.push(() => proxy.close())
    const before = await signedIn('one', { url })
    await before.api.call(siteChannelList.path, {})
    proxy.cut()
    before.core.stop()
    const after = await open('reloaded', { url })
    expect(after.state().session.kind).toBe('signed-in')
    expect(await after.api.call(siteChannelList.path, {})).toHaveProperty('asOfMs')
    await after.api.signOut()
    expect(after.state().session).toEqual({ kind: 'signed-out' })
  })
})
