import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionEnd } from '#contract/calls/account/session-end.ts'
import { sessionEndOthers } from '#contract/calls/account/session-end-others.ts'
import { sessionKeep } from '#contract/calls/account/session-keep.ts'
import { sessionList } from '#contract/calls/account/session-list.ts'
import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

describe('a session', () => {
  test('ends with its token after 30 minutes', async () => {
    const client = await service.signIn('admin')
    service.advance(30 * MINUTE_MS)
    expect((await client.failure(profileGet, null)).code).toBe(7088)
  })

  test('whose token has expired can be renewed for a day, and not longer', async () => {
    const client = await service.signIn('admin')
    service.advance(limits.lateRenewalMs - MINUTE_MS)
    const renewed = service.client((await client.call(tokenRenewal, null)).token)
    await renewed.call(profileGet, null)
    await renewed.call(sessionKeep, { password: service.person('admin').password })
    service.advance(31 * MINUTE_MS + limits.lateRenewalMs)
    expect((await renewed.failure(tokenRenewal, null)).code).toBe(7088)
  })

  test('goes on with a new token and session id; the old token is good for a grace of a minute', async () => {
    const client = service.client()
    const first = await client.call(login, service.person('admin'))
    const old = service.client(first.token)
    service.advance(25 * MINUTE_MS)
    const second = await old.call(tokenRenewal, null)
    expect(second.token).not.toBe(first.token)
    expect(second.sessionId).not.toBe(first.sessionId)
    await old.call(profileGet, null)
    await service.client(second.token).call(profileGet, null)
    await old.call(profileGet, null)
    service.advance(2 * MINUTE_MS)
    await service.client(second.token).call(profileGet, null)
    service.advance(25 * MINUTE_MS)
    await service.client(second.token).call(profileGet, null)
  })

  test('lets two tabs renew at once, and both go on', async () => {
    const { token } = await service.signIn('admin')
    const [one, other] = await Promise.all([service.client(token).call(tokenRenewal, null), service.client(token).call(tokenRenewal, null)])
    service.advance(5 * MINUTE_MS)
    for (const renewed of [one, other]) {
      const again = await service.client(renewed.token).call(tokenRenewal, null)
      await service.client(again.token).call(profileGet, null)
    }
  })

  test('goes on when the answer of a renewal was lost, however long ago: its token was never used', async () => {
    const client = await service.signIn('admin')
    service.advance(26 * MINUTE_MS)
    await client.call(tokenRenewal, null)
    service.advance(3 * MINUTE_MS)
    const renewed = service.client((await client.call(tokenRenewal, null)).token)
    await renewed.call(profileGet, null)
  })

  test('ends when a token is renewed again after the grace, for whoever holds it', async () => {
    const old = await service.signIn('admin')
    const renewed = service.client((await old.call(tokenRenewal, null)).token)
    await renewed.call(profileGet, null)
    service.advance(2 * MINUTE_MS)
    expect((await old.failure(tokenRenewal, null)).code).toBe(9101)
    expect((await renewed.failure(profileGet, null)).code).toBe(9101)
  })

  test('ends when a spent token comes back for anything at all, for the thief and for the owner, whoever of them is the later', async () => {
    const old = await service.signIn('admin')
    const other = await service.signIn('admin')
    const renewed = service.client((await old.call(tokenRenewal, null)).token)
    await renewed.call(profileGet, null)
    service.advance(2 * MINUTE_MS)
    // Not before: a push connection that says nothing for 75 s is closed without a word of the session.
    const push = await service.openPush(renewed)
    expect((await old.failure(profileGet, null)).code).toBe(9101)
    expect((await renewed.failure(profileGet, null)).code).toBe(9101)
    expect((await renewed.failure(tokenRenewal, null)).code).toBe(9101)
    expect((await push.next('session-ended')).infoContent).toEqual({ code: 9101 })
    await other.call(profileGet, null)
  })

  test('is not kept for ever by renewing it: after a week one signs in again, however busy it was; a viewing screen stays', async () => {
    let guard = await service.signIn('guard')
    let screen = await service.signIn('guard')
    const { password } = service.person('guard')
    expect((await screen.failure(sessionKeep, { password: 'wrong' })).code).toBe(20010)
    await screen.call(sessionKeep, { password })
    const renew = async (client: ServiceClient) => service.client((await client.call(tokenRenewal, null)).token)
    for (let hours = 0; hours < 7 * 24 - 12; hours += 12) {
      service.advance(12 * 60 * MINUTE_MS)
      ;[guard, screen] = [await renew(guard), await renew(screen)]
      await guard.call(profileGet, null)
    }
    service.advance(12 * 60 * MINUTE_MS)
    expect((await guard.failure(tokenRenewal, null)).code).toBe(33881)
    expect((await guard.failure(profileGet, null)).code).toBe(33881)
    await (await renew(screen)).call(profileGet, null)
  })

  test('in which nobody does anything ends after a day, though it be renewed all the time', async () => {
    let client = await service.signIn('guard')
    for (let hours = 0; hours < 24; hours += 6) {
      client = service.client((await client.call(tokenRenewal, null)).token)
      service.advance(6 * 60 * MINUTE_MS)
    }
    expect((await client.failure(tokenRenewal, null)).code).toBe(7090)
  })

  test('stands in the list of one’s own, with its browser, place and last use, and is ended from there; others’ cannot be', async () => {
    const here = await service.signIn('guard')
    service.advance(10 * MINUTE_MS)
    const lost = await service.signIn('guard')
    const admin = await service.signIn('admin')
    service.advance(5 * MINUTE_MS)
    await lost.call(profileGet, null)
    const { sessions } = await here.call(sessionList, null)
    expect(sessions).toMatchObject([
      { isThis: true, isScreen: false, address: '127.0.0.1' },
      { isThis: false, isScreen: false, agent: expect.stringMatching(/./) },
    ])
    const [mine, theirs] = sessions.map(({ signedInAtMs, usedAtMs }) =>
      [signedInAtMs, usedAtMs].map((atMs) => Math.round((service.now - atMs) / MINUTE_MS)),
    )
    expect({ mine, theirs }).toEqual({ mine: [15, 0], theirs: [5, 0] })
    const session = sessions[1]?.session ?? ''
    expect((await admin.failure(sessionEnd, { session })).code).toBe(404)
    await here.call(sessionEnd, { session })
    expect((await lost.failure(profileGet, null)).code).toBe(7003)
    expect((await here.failure(sessionEnd, { session })).code).toBe(404)
    expect((await here.call(sessionList, null)).sessions).toHaveLength(1)
  })

  test('that is used from elsewhere than where it began says so in the list, with where and when, also when its owner uses it meanwhile', async () => {
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const own = (from: string, token?: string) => service.client(token, from)
    const here = await own('2001:db8:1:1::1').signIn(service.person('guard'))
    // Another address of the same household is no other place.
    await own('2001:db8:1:1::2', here.token).call(profileGet, null)
    service.advance(3 * MINUTE_MS)
    await own('203.0.113.66', here.token).call(profileGet, null)
    await own('203.0.113.67', here.token).call(tokenRenewal, null)
    service.advance(2 * MINUTE_MS)
    const list = async () => (await own('2001:db8:1:1::1', here.token).call(sessionList, null)).sessions
    const places = async () =>
      (await list()).map(({ address, elsewhere }) => ({
        address,
        elsewhere: elsewhere
          .map((place) => `${place.address}, ${Math.round((service.now - place.usedAtMs) / MINUTE_MS)} min ago`)
          .toSorted(),
      }))
    const elsewhere = ['203.0.113.66, 2 min ago', '203.0.113.67, 2 min ago']
    expect(await places()).toEqual([{ address: '2001:db8:1:1::1', elsewhere }])
    // A few, the last ones. The place where it began is none of them, however late it is used.
    for (let host = 1; host <= 9; host += 1) {
      if (host === 9) await own('2001:db8:1:1::1', here.token).call(profileGet, null)
      service.advance(host === 8 ? 2 * MINUTE_MS : 1)
      await own(`198.51.100.${host}`, here.token).call(profileGet, null)
    }
    expect((await list())[0]?.elsewhere.map(({ address }) => address)).toEqual([9, 8, 7, 6, 5].map((host) => `198.51.100.${host}`))
  })

  test('ends at logout, with all its tokens, and no other session with it', async () => {
    const client = await service.signIn('admin')
    const other = await service.signIn('admin')
    const renewed = service.client((await client.call(tokenRenewal, null)).token)
    await renewed.call(logout, null)
    expect((await client.failure(profileGet, null)).code).toBe(10002)
    expect((await renewed.failure(profileGet, null)).code).toBe(10002)
    await other.call(profileGet, null)
  })

  test('ends with 7004 when the same person signs in on too many other places, the one that was used longest ago', async () => {
    const screen = await service.signIn('guard')
    service.advance(MINUTE_MS)
    const forgotten = await service.signIn('guard')
    const push = await service.openPush(forgotten)
    service.advance(MINUTE_MS)
    const renewed = service.client((await screen.call(tokenRenewal, null)).token)
    const others = [await service.signIn('admin')]
    for (let more = 2; more < limits.sessionsPerPerson; more += 1) others.push(await service.signIn('guard'))
    await forgotten.call(profileGet, null)
    const newest = await service.signIn('guard')
    expect((await forgotten.failure(profileGet, null)).code).toBe(7004)
    expect((await push.next('session-ended')).infoContent).toEqual({ code: 7004 })
    for (const client of [renewed, newest, ...others]) await client.call(profileGet, null)
  })

  test('ends with 7003 when its person signs out everywhere else, and nobody else does', async () => {
    const here = await service.signIn('guard')
    const there = await service.signIn('guard')
    const admin = await service.signIn('admin')
    expect(await here.call(sessionEndOthers, null)).toEqual({ ended: 1 })
    expect((await there.failure(profileGet, null)).code).toBe(7003)
    await here.call(profileGet, null)
    await admin.call(profileGet, null)
  })

  test('outlives a restart of the service', async () => {
    const { token } = await service.signIn('admin')
    await service.restart()
    await service.client(token).call(profileGet, null)
  })
})
