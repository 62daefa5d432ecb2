import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { passwordReset } from '#contract/calls/account/password-reset.ts'
import { passwordResetSendMessage } from '#contract/calls/account/password-reset-send-message.ts'
import { passwordUpdate } from '#contract/calls/account/password-update.ts'
import { register } from '#contract/calls/account/register.ts'
import { unregister } from '#contract/calls/account/unregister.ts'
import { unregisterCheck } from '#contract/calls/account/unregister-check.ts'
import { userExist } from '#contract/calls/account/user-exist.ts'
import { inviteActive } from '#contract/calls/people/invite-active.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { codeTo, linkTo, mailTo } from '#tests/support/mailbox.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { TestService } from '#tests/support/service.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const NEW_EMAIL = 'ines@lisbon-bakery.example'
const GUARD_EMAIL = 'guard@harbor-logistics.example'
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

async function askRegisterCode(email = NEW_EMAIL, language?: 'zh-CN') {
  const question = { typeEnum: 'register', category: 'e-mail', loginName: email, language, ...(await knownImageCode(service)) } as const
  return service.client().failure(codeDynamicCreate, question)
}

async function askResetCode(loginName: string) {
  return service.client().failure(passwordResetSendMessage, { loginName, ...(await knownImageCode(service)) })
}

/** A code that is none. */
function otherThan(code: string): string {
  return code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
}

describe('registering', () => {
  const organization = { organizationName: 'Lisbon Bakery', country: 'Portugal', city: 'Lisboa' }

  test('makes an organization and its administrator, whom nobody else sees', async () => {
    await askRegisterCode()
    const dynamicCode = await codeTo(service, NEW_EMAIL)
    const input = { email: NEW_EMAIL, dynamicCode: dynamicCode.toLowerCase(), password: 'Pastel-42', ...organization }
    const common = { ...input, password: 'Password1' }
    expect(await service.client().failure(register, common)).toEqual({ code: 33882, detail: { field: 'password' } })
    await service.client().call(register, input)
    const client = await service.client().signIn({ loginName: NEW_EMAIL, password: 'Pastel-42' })
    expect(await client.call(profileGet, null)).toMatchObject({
      loginName: NEW_EMAIL,
      alias: 'ines',
      role: 'administrator',
      organizationName: 'Lisbon Bakery',
    })
    expect((await client.call(siteListChoose, null)).sites).toEqual([])
    // Its branding shows nowhere: the address belongs to others.
    expect((await service.client().call(customerWebsiteGet, null)).productName).toBe('Harbor Logistics')
    expect((await service.client().failure(register, { ...input, organizationName: 'Again' })).code).toBe(33811)
  })

  test('is closed where the service says so, and says why before anything is sent; invited companies may', async () => {
    await service.restart({ registration: 'closed' })
    expect((await askRegisterCode()).code).toBe(33883)
    expect(await mailTo(service, NEW_EMAIL)).toEqual([])
    const input = { email: NEW_EMAIL, dynamicCode: 'AAAAAA', password: 'Lighthouse7', organizationName: 'Stairs' }
    expect((await service.client().failure(register, input)).code).toBe(33883)
    await (await service.signIn('admin')).call(userInvite, { kind: 'company', email: NEW_EMAIL })
    const { id, secret } = await linkTo(service, NEW_EMAIL, 'company-register')
    const invited = {
      inviteId: id,
      uuid: secret,
      password: 'Lighthouse7',
      organizationName: 'Stairs',
      alias: 'Ada',
      phone: '+31 10 555 0100',
    }
    expect((await service.client().failure(inviteActive, { ...invited, password: 'Password1' })).code).toBe(33882)
    expect((await service.client().failure(inviteActive, invited)).code).toBe(200)
  })

  test('asks for an image code, and writes in the language that was chosen', async () => {
    const question = { typeEnum: 'register', category: 'e-mail', loginName: NEW_EMAIL } as const
    const good = await knownImageCode(service)
    expect((await service.client().failure(codeDynamicCreate, { ...question, ...good, imgCode: 'zzzz' })).code).toBe(1005)
    expect((await service.client().failure(codeDynamicCreate, { ...question, ...good })).code).toBe(1008)
    expect(await mailTo(service, NEW_EMAIL)).toEqual([])
    await askRegisterCode(NEW_EMAIL, 'zh-CN')
    const [mail] = await mailTo(service, NEW_EMAIL)
    expect(mail?.subject).toMatch(/^您的 Sightline 验证码：[2-9A-Z]{6}$/)
    expect(mail?.body).toContain('请勿将验证码告诉任何人')
  })

  test('answers alike for an address that has an account, and tells its owner alone', async () => {
    expect(await askRegisterCode(GUARD_EMAIL)).toEqual(await askRegisterCode('nobody@harbor-logistics.example'))
    const [mail] = await mailTo(service, GUARD_EMAIL)
    expect(mail).toMatchObject({ subject: 'You already have a Sightline account' })
    expect(mail?.body).toContain('“guard”')
    const dynamicCode = await codeTo(service, GUARD_EMAIL)
    const wrong = { email: GUARD_EMAIL, dynamicCode: otherThan(dynamicCode) }
    expect((await service.client().failure(userExist, wrong)).code).toBe(1009)
    expect(await service.client().call(userExist, { email: GUARD_EMAIL, dynamicCode })).toEqual({ exists: true })
    const input = { email: GUARD_EMAIL, dynamicCode, password: 'Pastel-42', ...organization }
    expect((await service.client().failure(register, input)).code).toBe(1015)
    const code = await codeTo(service, 'nobody@harbor-logistics.example')
    const free = { email: 'nobody@harbor-logistics.example', dynamicCode: code }
    expect(await service.client().call(userExist, free)).toEqual({ exists: false })
  })

  test('keeps the code good when only the name of the organization is taken', async () => {
    await askRegisterCode()
    const input = { email: NEW_EMAIL, dynamicCode: await codeTo(service, NEW_EMAIL), password: 'Pastel-42' }
    expect((await service.client().failure(register, { ...input, organizationName: 'HARBOR logistics' })).code).toBe(20042)
    await service.client().call(register, { ...input, ...organization })
  })

  test.each([
    ['short1A', 'password'],
    ['alllowercase', 'password'],
    ['With/Slash1', 'password'],
    ['Seventeen-chars-17', 'password'],
  ])('refuses the password %s', async (password, field) => {
    const answer = await service.client().failure(register, { email: NEW_EMAIL, dynamicCode: 'AAAAAA', password, ...organization })
    expect(answer).toEqual({ code: 20001, detail: { field } })
  })
})

describe('codes by e-mail', () => {
  test('come 120 s apart and ten times a day, whoever they are for', async () => {
    for (const name of ['guard', 'nobody-at-all']) {
      expect((await askResetCode(name)).code).toBe(200)
      const tooSoon = await askResetCode(name)
      expect(tooSoon.code).toBe(6001)
      expect(Math.ceil((tooSoon.detail.retryAfterMs ?? 0) / SECOND_MS)).toBe(120)
      for (let count = 2; count <= 10; count += 1) {
        service.advance(2 * MINUTE_MS)
        expect((await askResetCode(name)).code).toBe(200)
      }
      service.advance(2 * MINUTE_MS)
      expect((await askResetCode(name)).code).toBe(1024)
    }
    service.advance(24 * HOUR_MS)
    expect((await askResetCode('guard')).code).toBe(200)
  })

  test('are kept from nobody by a stranger who asks and guesses: the owner’s code is good, and another one comes', async () => {
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const [stranger, owner] = ['203.0.113.66', '203.0.113.7'].map((from) => service.client(undefined, from)) as [
      ServiceClient,
      ServiceClient,
    ]
    const ask = async (client: ServiceClient) =>
      (await client.failure(passwordResetSendMessage, { loginName: 'guard', ...(await knownImageCode(service)) })).code
    const choose = async (client: ServiceClient, dynamicCode: string, password: string) =>
      (await client.failure(passwordReset, { loginName: 'guard', dynamicCode, password })).code
    expect(await ask(owner)).toBe(200)
    const first = await codeTo(service, GUARD_EMAIL)
    // Somebody else asks as well: no second mail, and the first one’s code is good for both.
    const question = { loginName: 'guard', ...(await knownImageCode(service)) }
    expect(await stranger.call(passwordResetSendMessage, question)).toMatchObject({ isOnItsWay: true })
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(1)
    for (let count = 0; count < 5; count += 1) expect(await choose(stranger, otherThan(first), 'Lighthouse7')).toBe(1009)
    expect(await choose(stranger, first, 'Lighthouse7')).toBe(1008)
    expect(await choose(owner, first, 'Lighthouse7')).toBe(200)
    expect(await choose(stranger, first, 'Lighthouse8')).toBe(1008)
    // The stranger has used up their day, and the owner has theirs.
    for (let count = 2; count <= 10; count += 1) {
      service.advance(2 * MINUTE_MS)
      expect(await ask(stranger)).toBe(200)
    }
    service.advance(2 * MINUTE_MS)
    expect(await ask(stranger)).toBe(1024)
    expect(await ask(owner)).toBe(200)
    expect(await choose(owner, await codeTo(service, GUARD_EMAIL), 'Lighthouse9')).toBe(200)
  })

  test('come no more often to one address for many who ask, and each of them may use the last one', async () => {
    await service.restart({ trustedProxies: ['127.0.0.1'] })
    const askFrom = async (host: number) => {
      const question = { loginName: 'guard', ...(await knownImageCode(service)) }
      return (await service.client(undefined, `198.51.100.${host}`).failure(passwordResetSendMessage, question)).code
    }
    for (let host = 1; host <= 30; host += 1) expect(await askFrom(host)).toBe(200)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(1)
    service.advance(4 * MINUTE_MS)
    expect(await askFrom(31)).toBe(200)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(1)
    service.advance(MINUTE_MS)
    expect(await askFrom(32)).toBe(200)
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(2)
    const dynamicCode = await codeTo(service, GUARD_EMAIL)
    // Typed in another network than that which asked.
    const elsewhere = service.client(undefined, '203.0.113.7')
    expect(
      (await elsewhere.failure(passwordReset, { loginName: 'guard', dynamicCode: otherThan(dynamicCode), password: 'Lighthouse7' })).code,
    ).toBe(1009)
    expect((await elsewhere.failure(passwordReset, { loginName: 'guard', dynamicCode, password: 'Lighthouse7' })).code).toBe(200)
  })

  test('are void after five wrong guesses, also when these come at once', async () => {
    await askResetCode('guard')
    const dynamicCode = await codeTo(service, GUARD_EMAIL)
    const guess = { loginName: 'guard', dynamicCode: otherThan(dynamicCode), password: 'Lighthouse7' }
    const codes = await Promise.all(Array.from({ length: 12 }, async () => (await service.client().failure(passwordReset, guess)).code))
    expect(codes.filter((code) => code === 1009)).toHaveLength(5)
    expect(codes.filter((code) => code === 1008)).toHaveLength(7)
    expect((await service.client().failure(passwordReset, { ...guess, dynamicCode })).code).toBe(1008)
  })

  test('end after ten minutes, and one for something else is none', async () => {
    await askResetCode('guard')
    const dynamicCode = await codeTo(service, GUARD_EMAIL)
    expect((await service.client().failure(userExist, { email: GUARD_EMAIL, dynamicCode })).code).toBe(1008)
    service.advance(10 * MINUTE_MS)
    expect((await service.client().failure(passwordReset, { loginName: 'guard', dynamicCode, password: 'Lighthouse7' })).code).toBe(1008)
  })
})

describe('a forgotten password', () => {
  test('is none of those that are tried first, however it is capitalized; the code stays good for a better one', async () => {
    const here = await service.signIn('guard')
    const oldPassword = service.person('guard').password
    for (const newPassword of ['Password1', 'QWERTY123', 'abcd1234']) {
      expect(await here.failure(passwordUpdate, { oldPassword, newPassword })).toEqual({ code: 33882, detail: { field: 'newPassword' } })
    }
    await askResetCode('guard')
    const dynamicCode = await codeTo(service, 'guard@harbor-logistics.example')
    const choose = (password: string) => service.client().failure(passwordReset, { loginName: 'guard', dynamicCode, password })
    expect(await choose('Password1')).toEqual({ code: 33882, detail: { field: 'password' } })
    expect((await choose('Lighthouse7')).code).toBe(200)
  })

  test('is replaced with the code, which ends sessions and a lock, and is good once', async () => {
    const before = await service.signIn('guard')
    for (let time = 0; time < 5; time += 1)
      await service.client().failure(login, { loginName: 'guard', password: 'wrong', ...(await knownImageCode(service)) })
    expect((await service.client().failure(login, service.person('guard'))).code).toBe(20006)
    await askResetCode('Guard')
    const dynamicCode = await codeTo(service, GUARD_EMAIL)
    const both = await Promise.all(
      ['Lighthouse7', 'Lighthouse8'].map((password) =>
        service.client().failure(passwordReset, { loginName: 'guard', dynamicCode, password }),
      ),
    )
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 33811])
    const password = both[0]?.code === 200 ? 'Lighthouse7' : 'Lighthouse8'
    expect((await before.failure(profileGet, null)).code).toBe(7003)
    await service.client().signIn({ loginName: 'guard', password })
    expect((await mailTo(service, GUARD_EMAIL)).at(-1)?.subject).toBe('Your password was changed')
  })

  test('is answered alike for unknown, frozen and known names, with the same rows and no mail to anybody else', async () => {
    await service.edit((db) => db.updateTable('user').set({ status: 2 }).where('login_name', '=', 'operator').execute())
    const answers = await Promise.all(['guard', 'operator', 'nobody-at-all'].map(askResetCode))
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await mailTo(service, GUARD_EMAIL)).toHaveLength(1)
    expect(await mailTo(service, 'operator@harbor-logistics.example')).toHaveLength(0)
    expect(await mailTo(service, null)).toHaveLength(2)
    for (const loginName of ['operator', 'nobody-at-all', 'guard']) {
      const guess = { loginName, dynamicCode: '222222', password: 'Lighthouse7' }
      expect((await service.client().failure(passwordReset, guess)).code).toBe(1009)
    }
  })
})

describe("one's own password", () => {
  test('is changed with the old one, and ends the other sessions', async () => {
    const here = await service.signIn('guard')
    const there = await service.signIn('guard')
    const oldPassword = service.person('guard').password
    expect(await here.failure(passwordUpdate, { oldPassword: 'wrong', newPassword: 'Lighthouse7' })).toEqual({
      code: 20010,
      detail: { attemptsLeft: 4 },
    })
    const same = await here.failure(passwordUpdate, { oldPassword, newPassword: oldPassword })
    expect(same.code).toBe(20011)
    await here.call(passwordUpdate, { oldPassword, newPassword: 'Lighthouse7' })
    await here.call(profileGet, null)
    expect((await there.failure(profileGet, null)).code).toBe(7003)
    await service.client().signIn({ loginName: 'guard', password: 'Lighthouse7' })
    await service.edit(async (db) => {
      const rows = await db.selectFrom('audit').where('path', '=', passwordUpdate.path).select('input_json').execute()
      expect(JSON.stringify(rows)).not.toContain('Lighthouse7')
      expect(rows).toHaveLength(3)
    })
  })

  test('cannot be guessed with a stolen session, and the guessing locks nobody out', async () => {
    const client = await service.signIn('guard')
    for (let time = 0; time < 5; time += 1) await client.failure(passwordUpdate, { oldPassword: 'wrong', newPassword: 'Lighthouse7' })
    const oldPassword = service.person('guard').password
    expect((await client.failure(passwordUpdate, { oldPassword, newPassword: 'Lighthouse7' })).code).toBe(20006)
    await service.signIn('guard')
  })
})

describe('deleting an account', () => {
  test('takes a person with their sessions, and leaves the organization', async () => {
    const guard = await service.signIn('guard')
    await guard.call(unregisterCheck, null)
    expect((await guard.failure(unregister, { password: 'wrong' })).code).toBe(20010)
    const push = await service.openPush(guard)
    await guard.call(unregister, { password: service.person('guard').password })
    expect(await push.next('session-ended')).toMatchObject({ infoContent: { code: 9103 } })
    expect((await guard.failure(profileGet, null)).code).toBe(7009)
    expect((await service.client().failure(login, service.person('guard'))).code).toBe(20005)
    await (await service.signIn('admin')).call(profileGet, null)
  })

  test('is refused to the last administrator of people or devices, then closes the organization', async () => {
    const stranger = await service.signIn('stranger')
    expect((await (await service.signIn('admin')).failure(unregisterCheck, null)).code).toBe(33400)
    expect((await stranger.failure(unregisterCheck, null)).code).toBe(33401)
    const { password } = service.person('stranger')
    expect((await stranger.failure(unregister, { password })).code).toBe(33401)
    await service.edit((db) =>
      db.updateTable('device').set({ organization_id: null, site_id: null }).where('organization_id', '=', 'other').execute(),
    )
    await stranger.call(unregister, { password })
    expect((await service.client().failure(login, service.person('stranger'))).code).toBe(20005)
    await askRegisterCode()
    const input = { email: NEW_EMAIL, dynamicCode: await codeTo(service, NEW_EMAIL), password: 'Pastel-42' }
    await service.client().call(register, { ...input, organizationName: 'Other Company' })
  })
})
