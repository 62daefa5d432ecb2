import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inviteActive } from '#contract/calls/people/invite-active.ts'
import { funcResList } from '#contract/calls/people/func-res-list.ts'
import { inviteCheck } from '#contract/calls/people/invite-check.ts'
import { inviteDetail } from '#contract/calls/people/invite-detail.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { userInviteAdministrator } from '#contract/calls/people/user-invite-administrator.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { userInviteFreeze } from '#contract/calls/people/user-invite-freeze.ts'
import { userInviteRetry } from '#contract/calls/people/user-invite-retry.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { bindCheck } from '#contract/calls/installer/bind-check.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { userStatuses, userTransitions } from '#contract/states/user.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import { linkTo, mailTo } from '#tests/support/mailbox.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const EMAIL = 'noor@harbor-logistics.example'
const invited = { kind: 'user', email: EMAIL, alias: 'Noor', role: 'live-only' } as const
const page = { pageNum: 1, pageSize: 100 }
let service: TestService
let admin: ServiceClient

beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterEach(() => service.close())

async function linkOf(kind = 'user-register', email = EMAIL): Promise<{ inviteId: string; uuid: string }> {
  const { id, secret } = await linkTo(service, email, kind)
  return { inviteId: id, uuid: secret }
}

async function userIdOf(email: string): Promise<string> {
  const { users } = await admin.call(inviteList, { ...page, search: email })
  const [user] = users
  if (user === undefined) throw new Error(`${email} is not there.`)
  return user.userId
}

/** What was answered, without what is a new one each time. */
function nameless(answers: object, email: string): unknown {
  const text = JSON.stringify(answers).replaceAll(email, 'EMAIL')
  return JSON.parse(text.replaceAll(/"[0-9a-f-]{32,36}"/g, '"ID"').replaceAll(/\d{13}/g, '0'))
}

const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code

describe('inviting a person', () => {
  test('makes them on the spot, not activated, and their link lets them in with their sites', async () => {
    await service.connectDevice(demoDevices.gate, [channel(0), channel(1)])
    const { inviteId } = await admin.call(userInvite, {
      ...invited,
      sites: [{ siteId: 'harbor-gate', role: 'live-only' }],
      language: 'zh-CN',
    })
    const { users } = await admin.call(inviteList, { ...page, status: userStatuses.unactivated })
    expect(users).toMatchObject([{ email: EMAIL, status: 0, role: 'live-only', invitation: { inviteId, state: 'valid' } }])
    expect((await mailTo(service, EMAIL))[0]?.subject).toBe('Harbor Logistics 邀请您使用视频监控')
    const link = await linkOf()
    expect(link.inviteId).toBe(inviteId)
    expect(await service.client().call(inviteCheck, link)).toMatchObject({
      kind: 'user',
      organizationName: 'Harbor Logistics',
      email: 'n***@harbor-logistics.example',
      alias: 'Noor',
    })
    await service.client().call(inviteActive, { ...link, password: 'Tulip-2026' })
    const noor = await service.client().signIn({ loginName: EMAIL, password: 'Tulip-2026' })
    expect(await noor.call(profileGet, null)).toMatchObject({ alias: 'Noor', role: 'live-only', language: 'zh-CN' })
    expect((await noor.call(siteChannelList, {})).channels).toHaveLength(2)
    expect(await noor.call(funcResList, null)).toEqual({ roleCodes: ['live-only'], rights: ['live'], isByRemoteAccess: false })
    expect((await admin.call(inviteDetail, { userId: await userIdOf(EMAIL) })).user).toMatchObject({
      status: 1,
      invitation: { state: 'used' },
    })
    await service.edit(async (db) => {
      const kept = JSON.stringify([
        await db.selectFrom('invitation').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
      ])
      expect(kept).not.toContain(link.uuid)
      expect(kept).not.toContain('Tulip-2026')
    })
  })

  test('is answered 20037 when they were invited, 20021 when somebody of the organization has the address', async () => {
    await admin.call(userInvite, invited)
    expect(await codeOf(admin.failure(userInvite, { ...invited, email: EMAIL.toUpperCase() }))).toBe(20037)
    for (const kind of ['user', 'company'] as const)
      expect(await codeOf(admin.failure(userInvite, { ...invited, kind, email: 'guard@harbor-logistics.example' }))).toBe(20021)
  })

  test('does not tell whether the address has an account elsewhere: only its mail does', async () => {
    const [known, unknown] = ['stranger@other.example', 'nobody@other.example']
    const seen = []
    for (const email of [known, unknown]) {
      const company = await admin.failure(userInvite, { kind: 'company', email })
      const person = await admin.failure(userInvite, { ...invited, email })
      const again = await codeOf(admin.failure(userInvite, { ...invited, email }))
      const { users, links } = await admin.call(inviteList, { ...page, search: email })
      const { user } = await admin.call(inviteDetail, { userId: await userIdOf(email) })
      const retried = await codeOf(admin.failure(userInviteRetry, { inviteId: user.invitation?.inviteId ?? '' }))
      seen.push(nameless({ person, company, again, users, links: links.filter((link) => link.email === email), user, retried }, email))
    }
    expect(seen[0]).toEqual(seen[1])
    const subjects = async (email: string) => (await mailTo(service, email)).map(({ subject }) => subject)
    const told = 'Harbor Logistics invites you, and you have an account already'
    expect(await subjects(known)).toEqual([told, told])
    expect((await mailTo(service, known))[0]?.body).toMatch(/\/user\/account\n/)
    expect((await mailTo(service, known))[0]?.body).not.toContain('/user-register/')
    expect(await subjects(unknown)).toEqual([
      'Harbor Logistics invites your company to Sightline',
      'Harbor Logistics invites you to its cameras',
    ])
    // Their account is as good as before.
    expect((await service.client().failure(login, { loginName: 'stranger', password: 'wrong' })).code).toBe(20005)
  })

  test('by an address that has an account elsewhere lets them in once that is gone', async () => {
    const email = 'stranger@other.example'
    const { inviteId } = await admin.call(userInvite, { ...invited, email })
    await service.edit((db) => db.deleteFrom('user').where('email', '=', email).where('login_name', '=', 'stranger').execute())
    service.advance(3 * MINUTE_MS)
    await admin.call(userInviteRetry, { inviteId })
    await service.client().call(inviteActive, { ...(await linkOf('user-register', email)), password: 'Tulip-2026' })
    const joined = await service.client().signIn({ loginName: email, password: 'Tulip-2026' })
    expect(await joined.call(profileGet, null)).toMatchObject({ alias: 'Noor' })
  })

  test('by two organizations at once gives the address to whichever is answered first', async () => {
    await admin.call(userInvite, invited)
    const first = await linkOf()
    const other = await service.signIn('stranger')
    await other.call(userInvite, { ...invited, alias: 'Noor elsewhere' })
    const second = await linkOf()
    await service.client().call(inviteActive, { ...second, password: 'Tulip-2026' })
    expect(await codeOf(service.client().failure(inviteActive, { ...first, password: 'Tulip-2027' }))).toBe(1015)
    const noor = await service.client().signIn({ loginName: EMAIL, password: 'Tulip-2026' })
    expect(await noor.call(profileGet, null)).toMatchObject({ alias: 'Noor elsewhere' })
  })

  test('takes no site or channel of another organization, and then makes nobody', async () => {
    const foreign = [{ siteId: OTHER_SITE_ID, role: 'live-only' as const }]
    expect(await codeOf(admin.failure(userInvite, { ...invited, sites: foreign }))).toBe(33006)
    const channels = [{ sn: OTHER_DEVICE.sn, chlIndex: 0, role: 'live-only' as const }]
    expect(await codeOf(admin.failure(userInvite, { ...invited, channels }))).toBe(33005)
    expect((await admin.call(inviteList, { ...page, search: EMAIL })).total).toBe(0)
    expect(await mailTo(service, EMAIL)).toEqual([])
  })

  test('finds whoever is looked for, and takes signs of the search for what they are', async () => {
    await admin.call(userInvite, { ...invited, alias: '100_percent' })
    expect((await admin.call(inviteList, { ...page, search: '0_p' })).total).toBe(1)
    expect((await admin.call(inviteList, { ...page, search: '%' })).total).toBe(0)
    expect((await admin.call(inviteList, { ...page, search: 'LI WEN' })).users[0]?.userId).toBe('harbor-guard')
    const first = await admin.call(inviteList, { pageNum: 1, pageSize: 2 })
    expect([first.total, first.users.length]).toEqual([6, 2])
  })
})

describe('the link', () => {
  test('is used once, also when two open it at once', async () => {
    await admin.call(userInvite, invited)
    const link = await linkOf()
    const both = await Promise.all(
      ['Tulip-2026', 'Tulip-2027'].map((password) => service.client().failure(inviteActive, { ...link, password })),
    )
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 20037])
    expect(await codeOf(service.client().failure(inviteCheck, link))).toBe(20037)
  })

  test('expires after seven days; sent again it is another one, for seven more', async () => {
    const { inviteId } = await admin.call(userInvite, invited)
    const old = await linkOf()
    const tooSoon = await admin.failure(userInviteRetry, { inviteId })
    expect(tooSoon.code).toBe(6001)
    expect(tooSoon.detail.retryAfterMs).toBeGreaterThan(110_000)
    service.advance(7 * DAY_MS)
    expect(await codeOf(service.client().failure(inviteCheck, old))).toBe(20030)
    expect(await codeOf(service.client().failure(inviteActive, { ...old, password: 'Tulip-2026' }))).toBe(20030)
    admin = await service.signIn('admin')
    await admin.call(userInviteRetry, { inviteId })
    const link = await linkOf()
    expect(await codeOf(service.client().failure(inviteCheck, old))).toBe(20033)
    await service.client().call(inviteActive, { ...link, password: 'Tulip-2026' })
    service.advance(3 * MINUTE_MS)
    expect(await codeOf(admin.failure(userInviteRetry, { inviteId }))).toBe(6000)
  })

  test.each([
    ['a company', 'company', inviteCheck, 'company-register'],
    ['an installer', 'installer', bindCheck, 'bind/installer'],
  ] as const)('of %s is valid, expired, used or not one of ours, as that of a person is', async (_, kind, check, path) => {
    const invite = async (email: string) => {
      await admin.call(userInvite, { kind, email })
      return linkOf(path, email)
    }
    const checked = async (link: { inviteId: string; uuid: string }) => codeOf(service.client().failure(check, link))
    const old = await invite('old@crane.example')
    expect(await checked(old)).toBe(200)
    expect(await checked({ ...old, uuid: 'x'.repeat(43) })).toBe(20033)
    service.advance(7 * DAY_MS)
    expect(await checked(old)).toBe(20030)
    admin = await service.signIn('admin')
    const link = await invite('new@crane.example')
    if (kind === 'company') await service.client().call(inviteActive, { ...link, password: 'Tulip-2026', organizationName: 'Crane' })
    else await service.client().call(bind, { ...link, companyName: 'Crane', contact: 'Ada', phone: '+31 10 555 0100' })
    expect(await checked(link)).toBe(20037)
  })

  test('of another kind, of nobody, or of somebody deleted is not valid', async () => {
    await admin.call(userInvite, invited)
    const link = await linkOf()
    expect(await codeOf(service.client().failure(bindCheck, link))).toBe(20033)
    expect(await codeOf(service.client().failure(inviteCheck, { ...link, uuid: 'x'.repeat(43) }))).toBe(20033)
    expect(await codeOf(service.client().failure(inviteCheck, { ...link, inviteId: 'no-such-invitation' }))).toBe(20033)
    await admin.call(userInviteDelete, { userId: await userIdOf(EMAIL) })
    expect(await codeOf(service.client().failure(inviteActive, { ...link, password: 'Tulip-2026' }))).toBe(20033)
    await admin.call(userInvite, invited)
  })

  test.each(['company', 'installer'] as const)('of a %s that was taken back opens nothing, and another can be sent', async (kind) => {
    const email = 'ada@crane.example'
    const { inviteId } = await admin.call(userInvite, { kind, email })
    const { id, secret } = await linkTo(service, email, kind === 'company' ? 'company-register' : 'bind/installer')
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(userInviteDelete, { inviteId })).code).toBe(404)
    expect((await (await service.signIn('guard')).failure(userInviteDelete, { inviteId })).code).toBe(5000)
    await admin.call(userInviteDelete, { inviteId })
    const check = kind === 'company' ? inviteCheck : bindCheck
    expect((await service.client().failure(check, { inviteId: id, uuid: secret })).code).toBe(20033)
    expect((await admin.failure(userInviteDelete, { inviteId })).code).toBe(404)
    expect((await admin.failure(userInviteRetry, { inviteId })).code).toBe(404)
    await admin.call(userInvite, { kind, email })
  })

  test('of a person is not taken back without the person, and nobody says two things at once', async () => {
    const { inviteId } = await admin.call(userInvite, { kind: 'user', email: 'ada@crane.example', alias: 'Ada', role: 'live-only' })
    expect((await admin.failure(userInviteDelete, { inviteId })).code).toBe(404)
    expect((await admin.failure(userInviteDelete, { inviteId, userId: 'x' })).code).toBe(1000)
    expect((await admin.failure(userInviteDelete, {})).code).toBe(1000)
  })

  test('of a company makes an organization of its own', async () => {
    await admin.call(userInvite, { kind: 'company', email: EMAIL })
    expect(await codeOf(admin.failure(userInvite, { kind: 'company', email: EMAIL }))).toBe(20037)
    const link = await linkOf('company-register')
    const nameless = await service.client().failure(inviteActive, { ...link, password: 'Tulip-2026' })
    expect(nameless).toEqual({ code: 20001, detail: { field: 'organizationName' } })
    const taken = { ...link, password: 'Tulip-2026', organizationName: 'Other Company' }
    expect(await codeOf(service.client().failure(inviteActive, taken))).toBe(20042)
    await service.client().call(inviteActive, { ...taken, organizationName: 'Noor Transport' })
    const noor = await service.client().signIn({ loginName: EMAIL, password: 'Tulip-2026' })
    expect(await noor.call(profileGet, null)).toMatchObject({ organizationName: 'Noor Transport', isAdministrator: true })
    expect((await admin.call(inviteList, page)).links).toMatchObject([{ kind: 'company', email: EMAIL, state: 'used' }])
    expect((await noor.call(inviteList, page)).total).toBe(1)
  })
})

describe('people of the organization', () => {
  test('get roles per site and channel, which hold at once', async () => {
    await service.connectDevice(demoDevices.gate, [channel(0), channel(1)])
    const guard = await service.signIn('guard')
    await admin.call(userInviteUpdate, {
      userId: 'harbor-guard',
      alias: 'Li Wen 2',
      sites: [{ siteId: 'harbor-gate', role: 'site-operator' }],
      channels: [{ sn: demoDevices.gate.sn, chlIndex: 1, role: 'no-authority' }],
    })
    const { channels } = await guard.call(siteChannelList, {})
    expect(channels.map(({ chlIndex, rights }) => [chlIndex, rights])).toEqual([[0, ['live', 'playback', 'ptz', 'talk']]])
    expect((await guard.call(funcResList, null)).roleCodes.toSorted()).toEqual(['live-only', 'no-authority', 'site-operator'])
    const detail = await admin.call(inviteDetail, { userId: 'harbor-guard' })
    expect(detail).toMatchObject({ user: { alias: 'Li Wen 2' }, sites: [{ siteId: 'harbor-gate', role: 'site-operator' }] })
    await admin.call(userInviteUpdate, { userId: 'harbor-guard', sites: [], channels: [] })
    expect((await guard.call(siteChannelList, {})).channels).toEqual([])
  })

  test('are frozen and let in again as the states allow', async () => {
    expect(mayBecome(userTransitions, userStatuses.frozen, userStatuses.unactivated)).toBe(false)
    const guard = await service.signIn('guard')
    await admin.call(userInviteFreeze, { userId: 'harbor-guard', frozen: true })
    expect(await codeOf(guard.failure(profileGet, null))).toBe(20004)
    expect(await codeOf(service.client().failure(login, service.person('guard')))).toBe(20004)
    expect(await codeOf(admin.failure(userInviteFreeze, { userId: 'harbor-guard', frozen: true }))).toBe(6000)
    await admin.call(userInviteFreeze, { userId: 'harbor-guard', frozen: false })
    await service.signIn('guard')
    await admin.call(userInvite, invited)
    const userId = await userIdOf(EMAIL)
    for (const frozen of [true, false]) expect(await codeOf(admin.failure(userInviteFreeze, { userId, frozen }))).toBe(6000)
    expect(await codeOf(admin.failure(userInviteFreeze, { userId: 'harbor-admin', frozen: true }))).toBe(6000)
  })

  test('become administrators and cease to be, but the last one stays', async () => {
    const self = { userId: 'harbor-admin', administrator: false, role: 'live-only' } as const
    expect(await codeOf(admin.failure(userInviteAdministrator, self))).toBe(6000)
    await admin.call(userInviteAdministrator, { userId: 'harbor-guard', administrator: true })
    const guard = await service.signIn('guard')
    expect((await guard.call(inviteList, page)).total).toBe(5)
    expect(await codeOf(admin.failure(userInviteUpdate, { userId: 'harbor-guard', role: 'live-only' }))).toBe(6000)
    // Both unmake the other at once: one of them must fail.
    const both = await Promise.all([
      admin.failure(userInviteAdministrator, { userId: 'harbor-guard', administrator: false, role: 'live-only' }),
      guard.failure(userInviteAdministrator, self),
    ])
    const failed = both.map(({ code }) => code).filter((code) => code !== 200)
    expect(failed).toHaveLength(1)
    expect([5000, 6000]).toContain(failed[0])
  })

  test('are nobody to other organizations and to lower users', async () => {
    const stranger = await service.signIn('stranger')
    const guard = await service.signIn('guard')
    const { inviteId } = await admin.call(userInvite, invited)
    for (const userId of ['harbor-guard', 'no-such-user']) {
      expect(await codeOf(stranger.failure(inviteDetail, { userId }))).toBe(7001)
      expect(await codeOf(stranger.failure(userInviteUpdate, { userId, alias: 'Mine' }))).toBe(7001)
      expect(await codeOf(stranger.failure(userInviteDelete, { userId }))).toBe(7001)
      expect(await codeOf(stranger.failure(userInviteFreeze, { userId, frozen: true }))).toBe(7001)
      expect(await codeOf(stranger.failure(userInviteAdministrator, { userId, administrator: true }))).toBe(7001)
      expect(await codeOf(guard.failure(userInviteAdministrator, { userId, administrator: true }))).toBe(5000)
    }
    expect(await codeOf(stranger.failure(userInviteRetry, { inviteId }))).toBe(404)
    expect((await stranger.call(inviteList, page)).users.map(({ userId }) => userId)).toEqual(['other-admin'])
    expect(await codeOf(guard.failure(inviteList, page))).toBe(5000)
  })

  test('are deleted with their sessions, but nobody deletes themselves here', async () => {
    const guard = await service.signIn('guard')
    expect(await codeOf(admin.failure(userInviteDelete, { userId: 'harbor-admin' }))).toBe(6000)
    const push = await service.openPush(guard)
    await admin.call(userInviteDelete, { userId: 'harbor-guard' })
    expect(await push.next('session-ended')).toMatchObject({ infoContent: { code: 9103 } })
    expect(await codeOf(service.client().failure(login, service.person('guard')))).toBe(20005)
  })
})
