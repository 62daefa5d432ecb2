import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { CANCELLED, type CoreApi, type CoreEvent } from '#contract/core-api.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { person, TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const branding = { productName: 'P', pageTitle: 'T', accentColor: '#336699', logoUrl: null, backgroundUrl: null, faviconUrl: null }
const sites = { sites: [] }
let profile: TestProfile
let ports: TestPorts
let core: Core
let api: CoreApi

beforeEach(async () => {
  profile = new TestProfile()
  ports = profile.ports()
  serveSessions(profile)
  profile.otherEnd.on(siteListChoose.path, () => ({ data: sites })).on(customerWebsiteGet.path, () => ({ data: branding }))
  core = new Core(ports, { build: 'one', generation: 0 }, () => {})
  api = core.api
  expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
})
afterEach(() => {
  core.stop()
  profile.close()
})

describe('the entry of an installer', () => {
  const input = { grantId: 'g', token: 'of-the-link' }
  const issued = { token: 'token-remote', sessionId: 's', expiresAtMs: Date.UTC(2026, 0, 2), nowMs: Date.UTC(2026, 0, 1), user: person }

  it('takes the place of the session that there was, and tells the tab when it ends but never its token', async () => {
    profile.otherEnd.on(remoteAccessConnect.path, () => ({ data: { ...issued, untilMs: 5 } }))
    expect(await api.enterRemotely(input)).toEqual({ ok: true, data: { user: person, untilMs: 5 } })
    await until('the first session to end', () => profile.otherEnd.askedFor(logout.path).length === 1)
    await api.call(siteListChoose.path, undefined)
    expect(profile.otherEnd.askedFor(siteListChoose.path).at(-1)?.token).toBe('token-remote')
  })

  it('is not a call that tabs can make, and leaves the session alone when it fails', async () => {
    profile.otherEnd.on(remoteAccessConnect.path, () => ({ code: 33553 }))
    expect(await api.call(remoteAccessConnect.path, input)).toMatchObject({ ok: false })
    expect(profile.otherEnd.askedFor(remoteAccessConnect.path)).toEqual([])
    expect(await api.enterRemotely(input)).toMatchObject({ ok: false, code: 33553 })
    await api.call(siteListChoose.path, undefined)
    expect(profile.otherEnd.askedFor(siteListChoose.path).at(-1)?.token).toBe('token-1')
  })
})

describe('a call', () => {
  it('carries the token in the header and gives what the contract says', async () => {
    expect(await api.call(siteListChoose.path, undefined)).toEqual({ ok: true, data: sites })
    expect(profile.otherEnd.askedFor(siteListChoose.path)[0]?.token).toBe('token-1')
  })

  it('travels once when it is asked twice at the same time, and again later', async () => {
    await Promise.all([api.call(siteListChoose.path, undefined), api.call(siteListChoose.path, undefined)])
    expect(profile.otherEnd.askedFor(siteListChoose.path)).toHaveLength(1)
    await api.call(siteListChoose.path, undefined)
    expect(profile.otherEnd.askedFor(siteListChoose.path)).toHaveLength(2)
  })

  it('that is asked behind a change is not answered with what was asked before it', async () => {
    const { otherEnd } = profile
    otherEnd.on(siteListChoose.path, () => 'silence')
    otherEnd.on(alarmUpdateReadStatus.path, () => ({ data: { alarmIds: [], unread: 0 } }))
    void api.call(siteListChoose.path, undefined)
    await until('the first question', () => otherEnd.askedFor(siteListChoose.path).length === 1)
    otherEnd.on(siteListChoose.path, () => ({ data: sites }))
    await api.call(alarmUpdateReadStatus.path, { alarmIds: ['1'] })
    expect(await api.call(siteListChoose.path, undefined)).toEqual({ ok: true, data: sites })
  })

  it('that is asked after messages may have been missed is not answered with what was asked before', async () => {
    const { otherEnd, clock } = profile
    void ports.locks.request('tab a', () => new Promise(() => {}))
    await api.attach({ tabId: 'a', lockName: 'tab a' }, () => {})
    const socket = () => ports.sockets.find(({ url }) => url.endsWith(PUSH_PATH))
    await until('a push connection', () => socket() !== undefined)
    otherEnd.on(siteListChoose.path, () => 'silence')
    void api.call(siteListChoose.path, undefined)
    const asked = () => otherEnd.askedFor(siteListChoose.path).length
    await until('the first question', () => asked() === 1)
    // What opens sooner after the start has missed nothing.
    clock.advance(2_500)
    socket()?.open()
    socket()?.say(JSON.stringify({ infoType: 'reply', infoContent: { to: 'token', code: 200 }, extension: { seq: 1, sentAtMs: 1 } }))
    otherEnd.on(siteListChoose.path, () => ({ data: sites }))
    const again = api.call(siteListChoose.path, undefined)
    await until('another question', () => asked() === 2)
    expect(await again).toEqual({ ok: true, data: sites })
  })

  it('is not shared when its answer can be used only once, or its question differs', async () => {
    profile.otherEnd.on(deviceAccessTokenGet.path, ({ id }) => ({ data: { ticket: id, expiresAtMs: 1 } }))
    profile.otherEnd.on(siteChannelList.path, () => ({ data: { channels: [] } }))
    const before = profile.otherEnd.askedFor(deviceAccessTokenGet.path).length
    const [one, other] = await Promise.all([api.relayAddress(), api.relayAddress()])
    expect(one).not.toEqual(other)
    expect(profile.otherEnd.askedFor(deviceAccessTokenGet.path).length - before).toBeGreaterThanOrEqual(2)
    await Promise.all([api.call(siteChannelList.path, {}), api.call(siteChannelList.path, { siteIds: ['a'] })])
    expect(profile.otherEnd.askedFor(siteChannelList.path)).toHaveLength(2)
  })

  it.each([login.path, tokenRenewal.path, '/vms/no/such/call'])('of %s is none for tabs', async (path) => {
    const before = profile.otherEnd.askedFor(path).length
    expect(await api.call(path, {})).toMatchObject({ ok: false, code: 1000 })
    expect(profile.otherEnd.askedFor(path)).toHaveLength(before)
  })

  it('fails by itself when nobody is signed in', async () => {
    await api.signOut()
    expect(await api.call(menuTree.path, undefined)).toMatchObject({ ok: false, code: 10002 })
    expect(profile.otherEnd.askedFor(menuTree.path)).toHaveLength(0)
  })
})

describe('a fault', () => {
  it.each([
    ['of the network', 'unreachable', 12344],
    ['of HTTP', { status: 503 }, 503],
    ['of HTTP that is not in the table', { status: 413 }, 413],
    ['that is no JSON', { body: '<html>' }, 12346],
    ['that is no envelope', { body: '{"data":1}' }, 12346],
    ['that is not what the contract says', { data: { sites: 'none' } }, 12346],
  ] as const)('%s has its code', async (_, answer, code) => {
    profile.otherEnd.on(siteListChoose.path, () => answer)
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ ok: false, code })
  })

  it('is none where a ticket that nobody waits for any more is called off', async () => {
    profile.otherEnd.on(deviceAccessTokenGet.path, () => 'silence')
    const before = profile.otherEnd.askedFor(deviceAccessTokenGet.path).length
    const asker = { tabId: 'a', callId: 'ticket' }
    const result = api.relayAddress(asker)
    await until('the question', () => profile.otherEnd.askedFor(deviceAccessTokenGet.path).length > before)
    await api.cancelCall(asker)
    expect(await result).toMatchObject({ ok: false, code: CANCELLED })
  })

  it('of time comes after 60 s', async () => {
    profile.otherEnd.on(deviceAccessTokenGet.path, () => 'silence')
    const result = api.relayAddress()
    const asked = () => profile.otherEnd.askedFor(deviceAccessTokenGet.path).length
    await until('the question', () => asked() > 0 && profile.clock.waits.includes(limits.requestTimeoutMs))
    profile.clock.advance(limits.requestTimeoutMs)
    expect(await result).toMatchObject({ ok: false, code: 12345 })
  })
})

describe('a kept answer', () => {
  async function keep(path: string): Promise<number> {
    await api.call(path, undefined)
    // The answer is written behind the caller's back: seen by a read of the same table.
    for (;;) {
      profile.otherEnd.isReachable = false
      const again = await api.call(path, undefined)
      profile.otherEnd.isReachable = true
      if (again.ok && again.asOfMs !== undefined) return again.asOfMs
    }
  }

  it('is given with its age when the service is out of reach', async () => {
    const keptAtMs = profile.clock.nowMs()
    expect(await keep(siteListChoose.path)).toBe(keptAtMs)
    profile.clock.advance(60_000)
    profile.otherEnd.isReachable = false
    expect(await api.call(siteListChoose.path, undefined)).toEqual({ ok: true, data: sites, asOfMs: keptAtMs })
  })

  it('is not there for a question that was asked in passing', async () => {
    profile.otherEnd.on(menuTree.path, () => ({ data: { items: [] } }))
    await api.call(siteListChoose.path, undefined, { isPassing: true })
    // Written behind its back, if it were.
    await keep(menuTree.path)
    profile.otherEnd.isReachable = false
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ ok: false, code: 12344 })
  })

  it('does not hide an error that the service gave', async () => {
    await keep(siteListChoose.path)
    profile.otherEnd.on(siteListChoose.path, () => ({ code: 5000 }))
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ ok: false, code: 5000 })
  })

  it('replaces one that takes too long', async () => {
    const keptAtMs = await keep(siteListChoose.path)
    profile.otherEnd.on(siteListChoose.path, () => 'silence')
    const result = api.call(siteListChoose.path, undefined)
    await until('patience', () => profile.clock.waits.includes(limits.requestTimeoutMs))
    profile.clock.advance(8_000)
    expect(await result).toMatchObject({ ok: true, asOfMs: keptAtMs })
  })

  it('is followed by the answer that took too long, which the service makes once, though tabs ask for it anew meanwhile', async () => {
    const keptAtMs = await keep(siteListChoose.path)
    const comes = Promise.withResolvers<void>()
    const { fetch } = ports
    ports.fetch = async (url, init) => {
      const answer = await fetch(url, init)
      if (url.endsWith(siteListChoose.path)) await comes.promise
      return answer
    }
    const before = profile.otherEnd.askedFor(siteListChoose.path).length
    const first = api.call(siteListChoose.path, undefined)
    await until('patience', () => profile.clock.waits.includes(limits.requestTimeoutMs))
    profile.clock.advance(8_000)
    expect(await first).toMatchObject({ ok: true, asOfMs: keptAtMs })
    const again = api.call(siteListChoose.path, undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
    comes.resolve()
    expect(await again).toEqual({ ok: true, data: sites })
    expect(profile.otherEnd.askedFor(siteListChoose.path).length - before).toBe(1)
  })

  it('is gone after signing out, but branding stays', async () => {
    await keep(siteListChoose.path)
    await keep(customerWebsiteGet.path)
    await api.signOut()
    await api.signIn({ loginName: 'admin', password: 'secret' })
    profile.otherEnd.isReachable = false
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ ok: false, code: 12344 })
    expect(await api.call(customerWebsiteGet.path, undefined)).toMatchObject({ ok: true, data: branding })
  })
})

describe('a service that is out of reach', () => {
  it('is found again while nobody is signed in', async () => {
    await api.signOut()
    await until(
      'the end of the session at the service',
      () => profile.otherEnd.askedFor(logout.path).length === 1 && profile.otherEnd.underWay === 0,
    )
    profile.otherEnd.on(systemVersionGet.path, () => 'unreachable')
    const events: CoreEvent[] = []
    void ports.locks.request('tab a', () => new Promise(() => {}))
    await api.attach({ tabId: 'a', lockName: 'tab a' }, (event) => events.push(event))
    profile.otherEnd.isReachable = false
    await api.call(customerWebsiteGet.path, undefined)
    const looks = () => profile.otherEnd.askedFor(systemVersionGet.path).length
    // Nothing else is waited for as shortly.
    const untilLook = () => Math.min(...profile.clock.waits.filter((ms) => ms > 0))
    /** Lets pause after pause pass, until it has looked once more. */
    const nextLook = async () => {
      const before = looks()
      await until('a look', () => {
        if (looks() === before && untilLook() <= 1_600) profile.clock.advance(untilLook())
        return looks() > before
      })
      expect(looks()).toBe(before + 1)
      // Beside one without an answer the next one would be two.
      await until('its answer', () => profile.otherEnd.underWay === 0)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    for (let attempts = 1; attempts <= 2; attempts += 1) {
      profile.otherEnd.isReachable = true
      await nextLook()
      expect(events.some((event) => event.kind === 'refresh')).toBe(false)
    }
    const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: 31853, helpers: [] }
    profile.otherEnd.on(systemVersionGet.path, () => ({ data: version }))
    await nextLook()
    await until('a refresh', () => events.some((event) => event.kind === 'refresh'))
  })
})

describe('what is kept for the person', () => {
  const picture = new Uint8Array([0xff, 0xd8, 0xff])
  const wall = { splitNum: 4 as const, isDefault: false, playChlList: [{ winIndex: 0, sn: 'SN0001', chlIndex: 0 }] }

  it('is there while signed in and gone afterwards', async () => {
    await api.putSnapshot({ sn: 'SN0001', chlIndex: 0, takenAtMs: 5, picture })
    await api.putWall(wall)
    const channels = [
      { sn: 'SN0001', chlIndex: 0 },
      { sn: 'SN0002', chlIndex: 0 },
    ]
    expect(await api.getSnapshots(channels)).toEqual([{ sn: 'SN0001', chlIndex: 0, takenAtMs: 5, picture }])
    expect(await api.getWall()).toEqual(wall)
    await api.signOut()
    expect(await api.getSnapshots(channels)).toEqual([])
    await api.signIn({ loginName: 'admin', password: 'secret' })
    expect(await api.getSnapshots(channels)).toEqual([])
    expect(await api.getWall()).toBeUndefined()
  })
})
