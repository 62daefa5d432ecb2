import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
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

  test('goes on with a new token and session id; the old token is good for a grace of a minute', async () => {
    const client = service.client()
    const first = await client.call(login, service.person('admin'))
    const old = service.client(first.token)
    service.advance(25 * MINUTE_MS)
    const second = await old.call(tokenRenewal, null)
    expect(second.token).not.toBe(first.token)
    expect(second.sessionId).not.toBe(first.sessionId)
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

  test('ends when a token is renewed again after the grace, for whoever holds it', async () => {
    const old = await service.signIn('admin')
    const renewed = service.client((await old.call(tokenRenewal, null)).token)
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

  test('outlives a restart of the service', async () => {
    const { token } = await service.signIn('admin')
    await service.restart()
    await service.client(token).call(profileGet, null)
  })
})
