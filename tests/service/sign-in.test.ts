import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codePicCreate } from '#contract/calls/user/code-pic-create.ts'
import { codePicVerify } from '#contract/calls/user/code-pic-verify.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { readReply } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'
import { SignInGuard } from '#server/access/sign-in-guard.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

async function fail(loginName: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await service.client().failure(login, { loginName, password: 'wrong', ...(await knownImageCode(service)) })
}

/** Signs in from an address, as behind a proxy that is trusted. */
async function from(address: string, person: { loginName: string; password: string }, how: { cookie?: string; withImage?: boolean } = {}) {
  const input = { ...person, ...(how.withImage === true && (await knownImageCode(service))) }
  const response = await fetch(service.url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(how.cookie !== undefined && { cookie: how.cookie }) },
    body: writeRequest(input, { id: randomUUID(), nonce: randomUUID(), nowMs: Date.now() }),
  })
  const reply = readReply(JSON.parse(await response.text()))
  return { code: reply?.ok === true ? 200 : reply?.code, cookie: response.headers.get('set-cookie') ?? '' }
}

describe('signing in', () => {
  test('answers with a token that works, whatever the case of the name', async () => {
    const { loginName, password } = service.person('admin')
    const answer = await service.client().call(login, { loginName: loginName.toUpperCase(), password })
    expect(answer.user).toMatchObject({
      loginName: 'admin',
      role: 'administrator',
      isAdministrator: true,
      organizationName: 'Harbor Logistics',
    })
    expect(Math.round((answer.expiresAtMs - answer.nowMs) / MINUTE_MS)).toBe(30)
    expect((await service.client(answer.token).call(profileGet, null)).userId).toBe(answer.user.userId)
  })

  test.each(['admin', 'nobody-of-that-name'])(
    'counts wrong passwords of %s, asks for an image code, then locks, and unlocks',
    async (loginName) => {
      const wrong = { loginName, password: 'wrong' }
      for (const attemptsLeft of [4, 3, 2]) {
        const { code, detail } = await service.client().failure(login, wrong)
        expect({ code, detail }).toEqual({ code: 20005, detail: { attemptsLeft, imageCodeNeeded: attemptsLeft === 2 } })
      }
      expect(await service.client().failure(login, wrong)).toEqual({ code: 20009, detail: { attemptsLeft: 2, imageCodeNeeded: true } })
      const good = await knownImageCode(service)
      expect((await service.client().failure(login, { ...wrong, ...good, imgCode: 'zzzz' })).code).toBe(20007)
      expect((await service.client().failure(login, { ...wrong, ...good })).code).toBe(20008)
      expect((await service.client().failure(login, { ...wrong, ...(await knownImageCode(service)) })).code).toBe(20005)
      const locked = await service.client().failure(login, { ...wrong, ...(await knownImageCode(service)) })
      expect(locked.code).toBe(20006)
      expect(Math.round((locked.detail.lockedForMs ?? 0) / MINUTE_MS)).toBe(5)
      service.advance(2 * MINUTE_MS)
      const later = await service.client().failure(login, { ...wrong, ...(await knownImageCode(service)) })
      expect(later.code).toBe(20006)
      expect(later.detail.lockedForMs).toBeLessThanOrEqual(3 * MINUTE_MS)
      service.advance(3 * MINUTE_MS)
      expect((await service.client().failure(login, wrong)).detail.attemptsLeft).toBe(4)
    },
  )

  test('keeps the right password out while locked, over a restart too', async () => {
    await fail('admin', 5)
    await service.restart()
    expect((await service.client().failure(login, service.person('admin'))).code).toBe(20006)
    service.advance(5 * MINUTE_MS)
    expect((await service.signIn('admin')).token).toBeDefined()
  })

  test('is locked for whoever guesses, not for the owner elsewhere, nor for a browser in which the owner has signed in before', async () => {
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const right = service.person('guard')
    const first = await from('203.0.113.7', right)
    const cookie =
      /^(sightline-browser=[^;]+); Path=\/vms\/user; .*HttpOnly; SameSite=Strict/.exec(first.cookie)?.[1] ?? expect.fail(first.cookie)
    for (let time = 0; time < 6; time += 1) await from('203.0.113.66', { ...right, password: 'wrong' }, { withImage: true })
    expect((await from('203.0.113.66', right)).code).toBe(20006)
    // From the network of the guesser too: the browser is known.
    expect((await from('203.0.113.66', right, { cookie })).code).toBe(200)
    expect((await from('203.0.113.8', right)).code).toBe(200)
    // What is in the cookie is of the guard alone, and guesses behind it are counted as any.
    const other = { ...service.person('operator'), password: 'wrong' }
    for (let time = 0; time < 6; time += 1) await from('203.0.113.67', other, { cookie, withImage: true })
    expect((await from('203.0.113.67', service.person('operator'), { cookie })).code).toBe(20006)
    for (let time = 0; time < 6; time += 1) await from('203.0.113.9', { ...right, password: 'wrong' }, { cookie, withImage: true })
    expect((await from('203.0.113.9', right, { cookie })).code).toBe(20006)
  })

  test('is slowed down by image codes when many guess at one name from everywhere, but for browsers that are known', async () => {
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const right = service.person('guard')
    const { cookie } = await from('203.0.113.7', right)
    const known = { cookie: cookie.split(';')[0] ?? '' }
    for (let host = 0; host < 20; host += 1) await from(`198.51.100.${host}`, { ...right, password: 'wrong' })
    expect((await from('203.0.113.8', right)).code).toBe(20009)
    expect((await from('203.0.113.8', right, { withImage: true })).code).toBe(200)
    expect((await from('203.0.113.8', right, known)).code).toBe(200)
    // One network of IPv6 is one place, whichever of its 2^64 addresses asks.
    const operator = { ...service.person('operator'), password: 'wrong' }
    for (let host = 0; host < 5; host += 1) await from(`2001:db8:1:2::${host + 1}`, operator, { withImage: true })
    expect((await from('2001:db8:1:2:ffff::1', service.person('operator'))).code).toBe(20006)
    expect((await from('2001:db8:1:3::1', service.person('operator'))).code).toBe(200)
  })

  test('asks every unknown browser for an image code for a minute when many guess at many names, and no known one', async () => {
    const nowMs = service.now
    let laterMs = 0
    const needed = await service.edit(async (db) => {
      const guard = new SignInGuard(db, () => nowMs + laterMs)
      const unknown = { key: 'operator from 203.0.113.8', among: 'operator' }
      const known = { key: 'guard in a browser of theirs' }
      const look = async () => Promise.all([unknown, known].map(async (attempt) => (await guard.look(attempt)).imageCodeNeeded))
      const answers = [await look()]
      // Each from another place at another name: none of these is slowed down for itself.
      for (let count = 0; count < 300; count += 1)
        await guard.begin({ key: `nobody-${count} from 198.51.100.${count}`, among: `nobody-${count}` })
      answers.push(await look())
      laterMs = MINUTE_MS
      answers.push(await look())
      return answers
    })
    expect(needed).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ])
  })

  test('starts counting anew after a success', async () => {
    await fail('guard', 2)
    await service.signIn('guard')
    const { detail } = await service.client().failure(login, { loginName: 'guard', password: 'wrong' })
    expect(detail).toEqual({ attemptsLeft: 4, imageCodeNeeded: false })
  })

  test('counts many attempts at once as what they are', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.client().failure(login, { loginName: 'operator', password: 'wrong' })),
    )
    expect(answers.filter(({ code }) => code === 20005).length).toBeLessThanOrEqual(4)
    expect([20006, 20009]).toContain((await service.client().failure(login, service.person('operator'))).code)
  })

  test('limits one address', async () => {
    const codes: number[] = []
    for (let time = 0; time < 61; time += 1) codes.push((await service.client().failure(login, { loginName: '', password: 'x' })).code)
    expect(codes.slice(0, 60).every((code) => code === 20001)).toBe(true)
    expect(codes[60]).toBe(6001)
    service.advance(MINUTE_MS)
    await service.signIn('admin')
  })

  test('tells accounts that are not activated or frozen, after the right password only', async () => {
    for (const [status, code] of [
      [0, 7010],
      [2, 20004],
    ] as const) {
      await service.edit((db) => db.updateTable('user').set({ status }).where('login_name', '=', 'guard').execute())
      expect((await service.client().failure(login, service.person('guard'))).code).toBe(code)
      expect((await service.client().failure(login, { loginName: 'guard', password: 'wrong' })).code).toBe(20005)
    }
  })

  test('ends the session of an account that is frozen', async () => {
    const client = await service.signIn('guard')
    await service.edit((db) => db.updateTable('user').set({ status: 2 }).where('login_name', '=', 'guard').execute())
    expect((await client.failure(profileGet, null)).code).toBe(20004)
  })

  test('names the field that is refused', async () => {
    const { code, detail } = await service.client().failure(login, { loginName: 'admin', password: '' })
    expect({ code, detail }).toEqual({ code: 20001, detail: { field: 'password' } })
  })

  test('writes no secret into the audit trail or the database', async () => {
    const client = await service.signIn('admin')
    await client.call(profileUpdate, { alias: 'Marit' })
    const { password } = service.person('admin')
    await service.edit(async (db) => {
      const audits = await db.selectFrom('audit').selectAll().orderBy('path').execute()
      expect(audits.map(({ path, code }) => ({ path, code }))).toEqual([
        { path: '/vms/user/login', code: 200 },
        { path: '/vms/user/profile/update', code: 200 },
      ])
      const tokens = await db.selectFrom('session_token').selectAll().execute()
      const kept = JSON.stringify([audits, tokens, await db.selectFrom('user').selectAll().execute()])
      expect(kept).not.toContain(password)
      expect(kept).not.toContain(client.token)
    })
  })
})

describe('image codes', () => {
  test('are pictures with something drawn on them, each one different', async () => {
    const one = await service.client().call(codePicCreate, null)
    const other = await service.client().call(codePicCreate, null)
    expect(one.imgCodeImgData).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(one.imgCodeImgData.length).toBeGreaterThan(2_000)
    expect(one.imgCodeImgData).not.toBe(other.imgCodeImgData)
    expect(one.idCode).not.toBe(other.idCode)
  })

  test('stay good after a right guess, are void after a wrong one, and end after five minutes', async () => {
    const good = await knownImageCode(service)
    await service.client().call(codePicVerify, good)
    await service.client().call(codePicVerify, good)
    expect((await service.client().failure(codePicVerify, { ...good, imgCode: 'xxxx' })).code).toBe(1005)
    expect((await service.client().failure(codePicVerify, good)).code).toBe(1008)
    const old = await knownImageCode(service)
    service.advance(5 * MINUTE_MS)
    expect((await service.client().failure(codePicVerify, old)).code).toBe(1008)
  })
})
