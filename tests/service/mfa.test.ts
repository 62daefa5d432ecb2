import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { mfaDelete } from '#contract/calls/account/mfa-delete.ts'
import { mfaList } from '#contract/calls/account/mfa-list.ts'
import { mfaSet } from '#contract/calls/account/mfa-set.ts'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { preCheck } from '#contract/calls/account/pre-check.ts'
import { preLogin } from '#contract/calls/account/pre-login.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { codeTo, mailTo } from '#tests/support/mailbox.ts'
import { TestService, type PersonName } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const STEP_MS = 30_000
const mailboxOf = (name: PersonName) => `${name}@harbor-logistics.example`
const GUARD_EMAIL = mailboxOf('guard')
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

/** What the person's telephone shows now, or some steps away from now. */
function shownBy(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.now + steps * STEP_MS })
}

async function setUpApp(client: ServiceClient, name: PersonName): Promise<{ mfaId: string; secret: string; recoveryCodes: string[] }> {
  const begun = await client.call(mfaCreate, { category: 'app', password: service.person(name).password })
  if (begun.category !== 'app') throw new Error('Not an app')
  const { recoveryCodes } = await client.call(mfaVerify, { mfaId: begun.mfaId, dynamicCode: shownBy(begun.secret) })
  service.advance(STEP_MS)
  return { ...begun, recoveryCodes }
}

async function setUpEmail(client: ServiceClient, name: PersonName): Promise<void> {
  const { mfaId } = await client.call(mfaCreate, { category: 'e-mail', password: service.person(name).password })
  await client.call(mfaVerify, { mfaId, dynamicCode: await codeTo(service, GUARD_EMAIL) })
}

const otp = (dynamicCode: string) => ({ ...service.person('guard'), loginTypeEnum: 'OTP', dynamicCode }) as const
const byMail = (dynamicCode: string) => ({ ...service.person('guard'), loginTypeEnum: 'DYNAMIC_CODE', dynamicCode }) as const
const askCode = { typeEnum: 'mfa', category: 'e-mail', loginName: 'guard' } as const

describe('an authenticator app', () => {
  test('is set up with its first code, and asked for from then on, each code once', async () => {
    const guard = await service.signIn('guard')
    const { secret, recoveryCodes } = await setUpApp(guard, 'guard')
    expect(recoveryCodes).toHaveLength(10)
    expect(await guard.call(mfaList, {})).toMatchObject({
      mfaEnabled: true,
      recoveryCodesLeft: 10,
      mfaList: [{ category: 'app', status: 1 }],
    })
    const { password } = service.person('guard')
    expect(await service.client().call(preLogin, { loginName: 'guard', password })).toEqual({
      loginTypes: ['OTP'],
      maskedEmail: 'g***@harbor-logistics.example',
    })
    expect(await service.client().failure(login, service.person('guard'))).toEqual({ code: 33672, detail: { mfaTypes: ['OTP'] } })
    const code = shownBy(secret)
    await service.client().call(login, otp(code))
    expect((await service.client().failure(login, otp(code))).code).toBe(33811)
    expect((await service.client().failure(login, otp(shownBy(secret, -1)))).code).toBe(33811)
    await service.client().call(login, otp(shownBy(secret, 1)))
    // To the beginning of a step: what is two steps ahead is still so when the service looks.
    service.advance(11 * STEP_MS - (service.now % STEP_MS))
    expect((await service.client().failure(login, otp(shownBy(secret, -2)))).code).toBe(20032)
    expect((await service.client().failure(login, otp(shownBy(secret, 2)))).code).toBe(20032)
  })

  test('makes the codes of RFC 6238', () => {
    const secret = Secret.fromLatin1('12345678901234567890')
    expect(new TOTP({ secret, digits: 8 }).generate({ timestamp: 59_000 })).toBe('94287082')
    expect(new TOTP({ secret, digits: 8 }).generate({ timestamp: 1_111_111_109_000 })).toBe('07081804')
  })

  test('lets one sign-in through when a code is used by two at once', async () => {
    const { secret } = await setUpApp(await service.signIn('guard'), 'guard')
    const code = shownBy(secret)
    const both = await Promise.all([0, 1, 2].map(() => service.client().failure(login, otp(code))))
    expect(both.map((answer) => answer.code).toSorted((one, other) => one - other)).toEqual([200, 33811, 33811])
  })

  test('cannot be guessed: wrong codes count as wrong attempts, which a right password does not take back', async () => {
    const { secret } = await setUpApp(await service.signIn('guard'), 'guard')
    const { password } = service.person('guard')
    const wrong = shownBy(secret, 20)
    expect(await service.client().failure(login, otp(wrong))).toMatchObject({ code: 20032, detail: { attemptsLeft: 4 } })
    for (let time = 0; time < 8; time += 1) await service.client().call(preLogin, { loginName: 'guard', password })
    expect(await service.client().call(preCheck, { loginName: 'Guard' })).toEqual({ attemptsLeft: 4, imageCodeNeeded: false })
    await service.client().failure(login, otp(wrong))
    expect((await service.client().failure(login, otp(wrong))).detail).toMatchObject({ attemptsLeft: 2, imageCodeNeeded: true })
    expect((await service.client().failure(login, otp(shownBy(secret)))).code).toBe(20009)
  })

  test('is begun anew by a second page, and then not verified by the first', async () => {
    const guard = await service.signIn('guard')
    const { password } = service.person('guard')
    const first = await guard.call(mfaCreate, { category: 'app', password })
    const second = await guard.call(mfaCreate, { category: 'app', password })
    if (first.category !== 'app' || second.category !== 'app') throw new Error('Not an app')
    expect((await guard.failure(mfaVerify, { mfaId: first.mfaId, dynamicCode: shownBy(first.secret) })).code).toBe(33671)
    expect((await guard.failure(mfaVerify, { mfaId: second.mfaId, dynamicCode: shownBy(first.secret) })).code).toBe(33672)
    await guard.call(mfaVerify, { mfaId: second.mfaId, dynamicCode: shownBy(second.secret) })
    expect((await guard.failure(mfaVerify, { mfaId: second.mfaId, dynamicCode: shownBy(second.secret) })).code).toBe(6000)
    service.advance(STEP_MS)
    const shown = { loginTypeEnum: 'OTP', dynamicCode: shownBy(second.secret) } as const
    expect((await guard.failure(mfaCreate, { category: 'app', password, ...shown })).code).toBe(33671)
    expect((await guard.failure(mfaVerify, { mfaId: 'no-such-method', dynamicCode: '000000' })).code).toBe(404)
  })
})

describe('a code by e-mail', () => {
  test('is sent when the password was shown, and is good once', async () => {
    await setUpEmail(await service.signIn('guard'), 'guard')
    const before = (await mailTo(service, GUARD_EMAIL)).length
    await service.client().call(codeDynamicCreate, askCode)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(before)
    const { password } = service.person('guard')
    await service.client().call(preLogin, { loginName: 'guard', password })
    await service.client().call(codeDynamicCreate, askCode)
    const code = await codeTo(service, GUARD_EMAIL)
    expect((await service.client().failure(codeDynamicCreate, askCode)).code).toBe(6001)
    expect((await service.client().failure(login, byMail('AAAAAA'))).code).toBe(1009)
    await service.client().call(login, byMail(code))
    expect((await service.client().failure(login, byMail(code))).code).toBe(33811)
  })

  test('comes to a browser whose address has changed within its network since the password was shown', async () => {
    await setUpEmail(await service.signIn('guard'), 'guard')
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const before = (await mailTo(service, GUARD_EMAIL)).length
    const { password } = service.person('guard')
    await service.client(undefined, '2001:db8:1:1::1').call(preLogin, { loginName: 'guard', password })
    await service.client(undefined, '2001:db8:1:2::1').call(codeDynamicCreate, askCode)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(before)
    await service.client(undefined, '2001:db8:1:1::2').call(codeDynamicCreate, askCode)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(before + 1)
  })

  test('is answered alike for known and unknown names without the password', async () => {
    await setUpEmail(await service.signIn('guard'), 'guard')
    const known = await service.client().call(codeDynamicCreate, askCode)
    const unknown = await service.client().call(codeDynamicCreate, { ...askCode, loginName: 'nobody-at-all' })
    expect(unknown.resendAfterMs).toBe(known.resendAfterMs)
    expect(unknown.expiresAtMs - known.expiresAtMs).toBeLessThan(5_000)
    const wrong = { loginName: 'nobody-at-all', password: 'wrong' }
    expect(await service.client().failure(preLogin, wrong)).toEqual(
      await service.client().failure(preLogin, { ...wrong, loginName: 'guard' }),
    )
    const nobody = await service.client().call(preCheck, { loginName: 'nobody-at-all' })
    expect(nobody).toEqual(await service.client().call(preCheck, { loginName: 'guard' }))
  })
})

describe('who has lost the telephone', () => {
  test('signs in with a recovery code, each good once and written nowhere', async () => {
    const { recoveryCodes } = await setUpApp(await service.signIn('guard'), 'guard')
    const [first = '', second = ''] = recoveryCodes
    await service.client().call(login, otp(first))
    expect((await service.client().failure(login, otp(first))).code).toBe(33811)
    const { token } = await service.client().call(login, otp(second.toLowerCase()))
    expect((await service.client(token).call(mfaList, {})).recoveryCodesLeft).toBe(8)
    await service.edit(async (db) => {
      const kept = JSON.stringify([
        await db.selectFrom('mfa_recovery').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
      ])
      expect(kept).not.toContain(second)
    })
  })

  test('is helped by an administrator of the organization, and by nobody else', async () => {
    await setUpApp(await service.signIn('guard'), 'guard')
    const admin = await service.signIn('admin')
    const input = (name: PersonName) => ({ userId: 'harbor-guard', password: service.person(name).password })
    expect((await (await service.signIn('operator')).failure(mfaDelete, input('operator'))).code).toBe(5000)
    expect((await (await service.signIn('stranger')).failure(mfaDelete, input('stranger'))).code).toBe(7001)
    expect((await (await service.signIn('stranger')).failure(mfaList, { userId: 'harbor-guard' })).code).toBe(7001)
    expect((await admin.failure(mfaDelete, { ...input('admin'), password: 'wrong' })).code).toBe(20010)
    expect((await admin.call(mfaList, { userId: 'harbor-guard' })).mfaEnabled).toBe(true)
    await admin.call(mfaDelete, input('admin'))
    await service.signIn('guard')
    const told = (await mailTo(service, GUARD_EMAIL)).at(-1)
    expect(told?.subject).toBe('A second step of your account was removed')
    expect(told?.body).toContain('administrator')
  })
})

describe('turning it on and off', () => {
  test('needs a method, and the password; without the last method it is off', async () => {
    const guard = await service.signIn('guard')
    const { password } = service.person('guard')
    expect((await guard.failure(mfaSet, { scope: 'self', mfaEnabled: true, password })).code).toBe(6000)
    const { mfaId, secret } = await setUpApp(guard, 'guard')
    expect((await guard.failure(mfaSet, { scope: 'self', mfaEnabled: false, password: 'wrong' })).code).toBe(20010)
    const off = { scope: 'self', mfaEnabled: false, password } as const
    await guard.call(mfaSet, { ...off, loginTypeEnum: 'OTP', dynamicCode: shownBy(secret) })
    await service.signIn('guard')
    expect((await mailTo(service, GUARD_EMAIL)).at(-1)?.subject).toBe('Two-step sign-in was turned off')
    await guard.call(mfaSet, { scope: 'self', mfaEnabled: true, password })
    expect((await service.client().failure(login, service.person('guard'))).code).toBe(33672)
    const admin = await service.signIn('admin')
    expect((await admin.failure(mfaDelete, { mfaId, password: service.person('admin').password })).code).toBe(404)
    service.advance(STEP_MS)
    await guard.call(mfaDelete, { mfaId, password, loginTypeEnum: 'OTP', dynamicCode: shownBy(secret) })
    await service.signIn('guard')
    expect((await mailTo(service, GUARD_EMAIL)).at(-1)?.subject).toBe('A second step of your account was removed')
  })

  test('a password alone never does: who has learned it, at an open session, is asked for the second step, and cannot guess it', async () => {
    const guard = await service.signIn('guard')
    const { mfaId } = await setUpApp(guard, 'guard')
    const { password } = service.person('guard')
    const asksForApp = { code: 33672, detail: { mfaTypes: ['OTP'] } }
    expect(await guard.failure(mfaSet, { scope: 'self', mfaEnabled: false, password })).toEqual(asksForApp)
    expect(await guard.failure(mfaDelete, { mfaId, password })).toEqual(asksForApp)
    // A second step of one's own making would do as well as none.
    expect(await guard.failure(mfaCreate, { category: 'e-mail', password })).toEqual(asksForApp)
    const guess = { loginTypeEnum: 'OTP', dynamicCode: '000000' } as const
    const codes: number[] = []
    for (let time = 0; time < 6; time += 1) codes.push((await guard.failure(mfaDelete, { mfaId, password, ...guess })).code)
    expect(codes).toEqual([20032, 20032, 20032, 20032, 20006, 20006])
    expect(await guard.call(mfaList, {})).toMatchObject({ mfaEnabled: true, mfaList: [{ mfaId }] })
  })

  test('with codes by e-mail it takes such a code, which is sent once the password was shown', async () => {
    const guard = await service.signIn('guard')
    await setUpEmail(guard, 'guard')
    const { password } = service.person('guard')
    const off = { scope: 'self', mfaEnabled: false, password } as const
    expect(await guard.failure(mfaSet, off)).toEqual({ code: 33672, detail: { mfaTypes: ['DYNAMIC_CODE'] } })
    await service.client().call(codeDynamicCreate, askCode)
    await guard.call(mfaSet, { ...off, loginTypeEnum: 'DYNAMIC_CODE', dynamicCode: await codeTo(service, GUARD_EMAIL) })
    await service.signIn('guard')
  })

  test('for the whole organization asks everybody in it, and nobody else', async () => {
    const guard = await service.signIn('guard')
    const admin = await service.signIn('admin')
    const everybody = { scope: 'organization', mfaEnabled: true } as const
    expect((await guard.failure(mfaSet, { ...everybody, password: service.person('guard').password })).code).toBe(5000)
    await admin.call(mfaSet, { ...everybody, password: service.person('admin').password })
    expect(await service.client().failure(login, service.person('guard'))).toEqual({ code: 33672, detail: { mfaTypes: ['DYNAMIC_CODE'] } })
    await service.signIn('stranger')
    const { password } = service.person('guard')
    expect((await guard.failure(mfaSet, { scope: 'self', mfaEnabled: false, password })).code).toBe(6000)
    await service.client().call(preLogin, { loginName: 'guard', password })
    await service.client().call(codeDynamicCreate, askCode)
    await service.client().call(login, byMail(await codeTo(service, GUARD_EMAIL)))
  })

  test('that the organization no longer requires is told by mail to everybody whom the password alone lets in from now on', async () => {
    const [admin, guard] = [await service.signIn('admin'), await service.signIn('guard')]
    await setUpApp(guard, 'guard')
    const { loginName, password } = service.person('admin')
    const required = (mfaEnabled: boolean) => ({ scope: 'organization', mfaEnabled, password }) as const
    await admin.call(mfaSet, required(true))
    await service.client().call(preLogin, { loginName, password })
    await service.client().call(codeDynamicCreate, { ...askCode, loginName })
    const dynamicCode = await codeTo(service, mailboxOf('admin'))
    const told = async () => {
      const letters = await service.edit((db) => db.selectFrom('mail').select(['to_address', 'subject', 'body']).execute())
      return letters.filter(({ subject }) => subject === 'Two-step sign-in is no longer required' || subject === '组织不再要求两步登录')
    }
    expect(await told()).toEqual([])
    await admin.call(mfaSet, { ...required(false), loginTypeEnum: 'DYNAMIC_CODE', dynamicCode })
    // The guard has a second step of their own, and other organizations are none of it.
    const people = ['admin', 'manager', 'operator', 'trainee'] as const
    expect(new Set((await told()).map(({ to_address }) => to_address))).toEqual(new Set(people.map(mailboxOf)))
    expect(await told()).toHaveLength(people.length)
    const operator = (await told()).find(({ to_address }) => to_address === mailboxOf('operator'))
    const { alias } = await admin.call(profileGet, null)
    expect(operator?.body).toContain(alias)
    await service.signIn('operator')
    expect((await service.client().failure(login, service.person('guard'))).code).toBe(33672)
    // It was off already: nobody loses anything.
    await admin.call(mfaSet, required(false))
    expect(await told()).toHaveLength(people.length)
  })
})
