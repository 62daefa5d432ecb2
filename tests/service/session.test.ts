import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionEndOthers } from '#contract/calls/account/session-end-others.ts'
import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
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
    service.advance(29 * MINUTE_MS + limits.lateRenewalMs)
    const renewed = service.client((await client.call(tokenRenewal, null)).token)
    await renewed.call(profileGet, null)
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
    expect((await old.failure(profileGet, null)).code).toBe(7009)
    await service.client(second.token).call(profileGet, null)
    service.advance(27 * MINUTE_MS)
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
