import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shareDurations } from '#contract/archives.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactDelete } from '#contract/calls/contact/contact-delete.ts'
import { contactEdit } from '#contract/calls/contact/contact-edit.ts'
import { contactMerge } from '#contract/calls/contact/contact-merge.ts'
import { externalRecipientList } from '#contract/calls/contact/external-recipient-list.ts'
import { externalRecipientRemove } from '#contract/calls/contact/external-recipient-remove.ts'
import { manyChangeStart } from '#contract/calls/device/many-change-start.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { devNotifyEdit } from '#contract/calls/event/dev-notify-edit.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { bindCheck } from '#contract/calls/installer/bind-check.ts'
import { myInstallerDelete } from '#contract/calls/installer/my-installer-delete.ts'
import { myInstallerGet } from '#contract/calls/installer/my-installer-get.ts'
import { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import { remoteAccessReqOwn } from '#contract/calls/installer/remote-access-req-own.ts'
import { remoteAccessReqRevoke } from '#contract/calls/installer/remote-access-req-revoke.ts'
import { funcResList } from '#contract/calls/people/func-res-list.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { linkTo, mailTo } from '#tests/support/mailbox.ts'
import { outageKinds } from '#contract/calls/event/alarm.ts'
import { always } from '#contract/weekly-schedule.ts'
import { archiveRow } from '#tests/support/archive-row.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const MINUTE_MS = 60_000
const EMAIL = 'bram@installer.example'
const page = { pageNum: 1, pageSize: 10 }
let service: TestService
let admin: ServiceClient

beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterEach(() => service.close())

async function bindInstaller(): Promise<{ installerId: string; installerKey: string }> {
  await admin.call(userInvite, { kind: 'installer', email: EMAIL })
  const { id, secret } = await linkTo(service, EMAIL, 'bind/installer')
  const link = { inviteId: id, uuid: secret }
  expect(await service.client().call(bindCheck, link)).toMatchObject({
    organizationName: 'Harbor Logistics',
    email: 'b***@installer.example',
  })
  return service.client().call(bind, { ...link, companyName: 'Bram Security', contact: 'Bram', phone: '+31 6 1' })
}

async function grant(minutes: 30 | 120 | 600 | 1_440 | 10_080 | -1): Promise<{ requestId: string; grantId: string; token: string }> {
  const installer = await bindInstaller()
  const { requestId } = await service.client().call(remoteAccessReqCreate, { ...installer, minutes, reason: 'Firmware' })
  await admin.call(remoteAccessReqAudit, { requestId, accept: true })
  const { id, secret } = await linkTo(service, EMAIL, 'remote-access-login')
  return { requestId, grantId: id, token: secret }
}

/** 200, or why not. */
async function fetchProfile(client: ServiceClient): Promise<number> {
  return client.call(profileGet, null).then(
    () => 200,
    async () => (await client.failure(profileGet, null)).code,
  )
}

const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code

describe('an installer', () => {
  test('is bound by a link, one for an organization, and seen by its administrators alone', async () => {
    const { installerId } = await bindInstaller()
    const { installer } = await admin.call(myInstallerGet, null)
    expect(installer).toMatchObject({ installerId, companyName: 'Bram Security', contact: 'Bram', email: EMAIL })
    expect(await (await service.signIn('stranger')).call(myInstallerGet, null)).toEqual({ installer: null })
    expect(await codeOf((await service.signIn('guard')).failure(myInstallerGet, null))).toBe(5000)
    expect(await codeOf(admin.failure(userInvite, { kind: 'installer', email: 'second@installer.example' }))).toBe(33551)
    const { id, secret } = await linkTo(service, EMAIL, 'bind/installer')
    const again = { inviteId: id, uuid: secret, companyName: 'Again', contact: 'Again', phone: '+31 10 555 0100' }
    expect(await codeOf(service.client().failure(bind, again))).toBe(20037)
    expect((await admin.call(inviteList, page)).users.map(({ alias }) => alias)).not.toContain('Bram')
  })

  test('asks with the key, one request at a time, and the administrators hear of it', async () => {
    const installer = await bindInstaller()
    const question = { ...installer, minutes: 30, reason: 'Firmware' } as const
    expect(await codeOf(service.client().failure(remoteAccessReqCreate, { ...question, installerKey: 'x'.repeat(43) }))).toBe(33550)
    expect(await codeOf(service.client().failure(remoteAccessReqCreate, { ...question, installerId: 'nobody' }))).toBe(33550)
    const both = await Promise.all([0, 1].map(() => service.client().failure(remoteAccessReqCreate, question)))
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 33552])
    const [mail] = await mailTo(service, 'admin@harbor-logistics.example')
    expect(mail?.body).toContain('for 30 minutes')
    expect(mail?.body).toContain('Firmware')
    expect((await admin.call(remoteAccessReqList, page)).requests).toMatchObject([{ status: 0, askedMinutes: 30, untilMs: null }])
    expect((await (await service.signIn('stranger')).call(remoteAccessReqList, page)).total).toBe(0)
  })
})

describe('an installer with the key', () => {
  test('sees whose installer they are and what became of each request, nobody else does', async () => {
    const key = await bindInstaller()
    const visitor = service.client()
    const own = () => visitor.call(remoteAccessReqOwn, key)
    expect(await own()).toEqual({ organizationName: 'Harbor Logistics', companyName: 'Bram Security', requests: [] })
    const ask = () => visitor.call(remoteAccessReqCreate, { ...key, minutes: 30, reason: 'Firmware' })
    const first = await ask()
    expect((await own()).requests).toMatchObject([{ ...first, status: remoteAccessStatuses.pending, reason: 'Firmware', untilMs: null }])
    await admin.call(remoteAccessReqAudit, { ...first, accept: false })
    const second = await ask()
    await admin.call(remoteAccessReqAudit, { ...second, accept: true, minutes: 120 })
    expect((await own()).requests.map(({ requestId, status }) => ({ requestId, status }))).toEqual(
      expect.arrayContaining([
        { ...second, status: remoteAccessStatuses.accepted },
        { ...first, status: remoteAccessStatuses.refused },
      ]),
    )
    expect(await codeOf(visitor.failure(remoteAccessReqOwn, { ...key, installerKey: 'guess' }))).toBe(33550)
    await admin.call(myInstallerDelete, null)
    expect(await codeOf(visitor.failure(remoteAccessReqOwn, key))).toBe(33550)
  })

  test('enters by it what was accepted, and nothing that waits, was refused or has ended', async () => {
    const key = await bindInstaller()
    const visitor = service.client()
    const enter = (grantId: string, token = key.installerKey) => ({ grantId, token })
    const ask = async () => (await visitor.call(remoteAccessReqCreate, { ...key, minutes: 30, reason: '' })).requestId
    const refused = await ask()
    expect(await codeOf(visitor.failure(remoteAccessConnect, enter(refused)))).toBe(20030)
    await admin.call(remoteAccessReqAudit, { requestId: refused, accept: false })
    expect(await codeOf(visitor.failure(remoteAccessConnect, enter(refused)))).toBe(20030)
    const requestId = await ask()
    await admin.call(remoteAccessReqAudit, { requestId, accept: true })
    expect(await codeOf(visitor.failure(remoteAccessConnect, enter(requestId, 'guess')))).toBe(20033)
    expect((await visitor.call(remoteAccessConnect, enter(requestId))).user.isAdministrator).toBe(true)
    await admin.call(remoteAccessReqRevoke, { requestId })
    expect(await codeOf(visitor.failure(remoteAccessConnect, enter(requestId)))).toBe(33553)
  })
})

describe('access', () => {
  test.each([30, 120, 600, 1_440, 10_080] as const)('of %i minutes ends when they are over, with its sessions', async (minutes) => {
    const { grantId, token } = await grant(minutes)
    const answer = await service.client().call(remoteAccessConnect, { grantId, token })
    expect(Math.round(((answer.untilMs ?? 0) - answer.nowMs) / MINUTE_MS)).toBe(minutes)
    service.advance((minutes - 1) * MINUTE_MS)
    // A session lives half an hour without a renewal; the link opens another one.
    const client = service.client((await service.client().call(remoteAccessConnect, { grantId, token })).token)
    await client.call(profileGet, null)
    const push = await service.openPush(client)
    service.advance(MINUTE_MS)
    expect(await push.next('session-ended')).toMatchObject({ infoContent: { code: 9102 } })
    expect(await codeOf(client.failure(profileGet, null))).toBe(9102)
    expect(await codeOf(client.failure(tokenRenewal, null))).toBe(9102)
    expect(await codeOf(service.client().failure(remoteAccessConnect, { grantId, token }))).toBe(20030)
    admin = await service.signIn('admin')
    expect((await admin.call(remoteAccessReqList, page)).requests).toMatchObject([{ status: 4 }])
  })

  test('without an end goes on until it is revoked', async () => {
    const { requestId, grantId, token } = await grant(-1)
    service.advance(400 * 24 * 60 * MINUTE_MS)
    const { token: session, untilMs } = await service.client().call(remoteAccessConnect, { grantId, token })
    expect(untilMs).toBeNull()
    admin = await service.signIn('admin')
    await admin.call(remoteAccessReqRevoke, { requestId })
    expect(await codeOf(service.client(session).failure(profileGet, null))).toBe(9102)
    expect(await codeOf(service.client().failure(remoteAccessConnect, { grantId, token }))).toBe(33553)
    expect(await codeOf(admin.failure(remoteAccessReqRevoke, { requestId }))).toBe(6000)
    expect(await codeOf(admin.failure(remoteAccessReqAudit, { requestId, accept: true }))).toBe(6000)
  })

  test('answers GET too, is an administrator of that organization, and says nothing of who belongs to it', async () => {
    const { grantId, token } = await grant(30)
    const address = `${service.url}${remoteAccessConnect.path}?${new URLSearchParams({ grantId }).toString()}`
    // In the address it would be written down by every proxy on the way.
    expect(await (await fetch(`${address}&token=${token}`)).json()).toMatchObject({ basic: { code: 1000 } })
    const answer = await fetch(address, { headers: { [TOKEN_HEADER]: writeTokenHeader(token) } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { data } = (await answer.json()) as { data: { token: string } }
    const client = service.client(data.token)
    expect(await client.call(profileGet, null)).toMatchObject({ role: 'administrator', organizationName: 'Harbor Logistics' })
    expect(await client.call(funcResList, null)).toMatchObject({ roleCodes: ['administrator'], isByRemoteAccess: true })
    expect((await client.call(siteListChoose, null)).sites).toHaveLength(3)
    expect(await codeOf(client.failure(userInvite, { kind: 'user', email: 'x@y.example', alias: 'X', role: 'administrator' }))).toBe(5000)
    expect(await codeOf(client.failure(remoteAccessReqRevoke, { requestId: grantId }))).toBe(5000)
    expect(await codeOf(service.client().failure(remoteAccessConnect, { grantId, token: 'x'.repeat(43) }))).toBe(20033)
  })

  test('is refused, or granted for another time, by the organization itself', async () => {
    const installer = await bindInstaller()
    const stranger = await service.signIn('stranger')
    const ask = async () => (await service.client().call(remoteAccessReqCreate, { ...installer, minutes: 10_080, reason: '' })).requestId
    const first = await ask()
    expect(await codeOf(stranger.failure(remoteAccessReqAudit, { requestId: first, accept: true }))).toBe(404)
    expect(await codeOf(admin.failure(remoteAccessReqRevoke, { requestId: first }))).toBe(6000)
    await admin.call(remoteAccessReqAudit, { requestId: first, accept: false })
    await admin.call(remoteAccessReqAudit, { requestId: await ask(), accept: true, minutes: 30 })
    const { requests } = await admin.call(remoteAccessReqList, page)
    expect(requests.map(({ status, grantedMinutes }) => [status, grantedMinutes])).toEqual(
      expect.arrayContaining([
        [2, null],
        [1, 30],
      ]),
    )
  })

  test('adds nobody who is told, and no share: what an installer set up would go on when the access is long over', async () => {
    const { grantId, token } = await grant(30)
    const installer = service.client((await service.client().call(remoteAccessConnect, { grantId, token })).token)
    const own = await admin.call(contactAdd, { name: 'Desk', email: 'desk@harbor.example', phone: '+31 10 555 0100' })
    const theirs = { name: 'Bram', email: EMAIL, phone: '+31 10 555 0101' }
    expect(await codeOf(installer.failure(contactAdd, theirs))).toBe(5000)
    expect(await codeOf(installer.failure(contactMerge, { contacts: [theirs] }))).toBe(5000)
    expect(await codeOf(installer.failure(contactEdit, { contactId: own.contactId, ...theirs }))).toBe(5000)
    expect(await codeOf(installer.failure(contactDelete, { contactId: own.contactId }))).toBe(5000)
    const scope = { siteIds: ['harbor-gate'], channels: [] }
    const trigger = { kind: 'general' as const, eventKinds: ['motion' as const] }
    const rule = { name: 'Doors', isEnabled: false, scope, trigger, schedule: always, alertIntervalS: 10 as const, emails: [own.email] }
    expect(await codeOf(installer.failure(eventRuleAddOrEdit, rule))).toBe(5000)
    const { ruleId } = await admin.call(eventRuleAddOrEdit, rule)
    expect(await codeOf(installer.failure(eventRuleAddOrEdit, { ...rule, ruleId, emails: [own.email, EMAIL] }))).toBe(5000)
    await installer.call(eventRuleAddOrEdit, { ...rule, ruleId, name: 'Gates' })
    const notify = {
      sn: demoDevices.gate.sn,
      isEnabled: true,
      kinds: [outageKinds[0]],
      emails: [] as string[],
      alertIntervalS: 10 as const,
    }
    expect(await codeOf(installer.failure(devNotifyAdd, { ...notify, emails: [EMAIL] }))).toBe(5000)
    await admin.call(devNotifyAdd, { ...notify, emails: ['desk@harbor.example'] })
    expect(await codeOf(installer.failure(devNotifyEdit, { ...notify, emails: ['desk@harbor.example', EMAIL] }))).toBe(5000)
    await installer.call(devNotifyEdit, { ...notify, isEnabled: false, emails: ['desk@harbor.example'] })
    const { sn, ...same } = notify
    const change = { kind: 'notify' as const, ...same, emails: ['desk@harbor.example', EMAIL] }
    expect(await codeOf(installer.failure(manyChangeStart, { sns: [sn], change }))).toBe(5000)
    await installer.call(manyChangeStart, { sns: [sn], change: { ...change, emails: ['desk@harbor.example'] } })
    const screen = { pairingCode: 'ABCD-2345', name: 'Screen', siteId: 'harbor-gate' }
    expect(await codeOf(installer.failure(stationPair, screen))).toBe(5000)
    const archive = archiveRow(service.now, 1)
    await service.edit((db) => db.insertInto('archive').values(archive).execute())
    const share = { archiveId: archive.id, message: '', durationMinutes: shareDurations.permanent }
    for (const emails of [[EMAIL], []]) expect(await codeOf(installer.failure(archivesShare, { ...share, emails }))).toBe(5000)
    expect(await codeOf(admin.failure(archivesShare, { ...share, emails: [] }))).toBe(200)
    // Who is told already is not the installer's to know, or to take out.
    expect(await codeOf(installer.failure(externalRecipientList, page))).toBe(5000)
    expect(await codeOf(installer.failure(externalRecipientRemove, { email: own.email }))).toBe(5000)
  })

  test('by one link opens one session, also when it is followed many times at the same moment', async () => {
    const link = await grant(30)
    const follow = () => service.client().call(remoteAccessConnect, { grantId: link.grantId, token: link.token })
    const opened = await Promise.all(Array.from({ length: 6 }, follow))
    const answers = await Promise.all(opened.map(({ token }) => fetchProfile(service.client(token))))
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, 7003, 7003, 7003, 7003, 7003])
  })

  test('by one link is of use to one at a time', async () => {
    const { grantId, token } = await grant(30)
    const first = service.client((await service.client().call(remoteAccessConnect, { grantId, token })).token)
    const second = service.client((await service.client().call(remoteAccessConnect, { grantId, token })).token)
    expect(await codeOf(first.failure(profileGet, null))).toBe(7003)
    await second.call(profileGet, null)
  })

  test('is gone with the installer', async () => {
    const { grantId, token } = await grant(-1)
    const { token: session } = await service.client().call(remoteAccessConnect, { grantId, token })
    await admin.call(myInstallerDelete, null)
    expect([7009, 9102]).toContain(await codeOf(service.client(session).failure(profileGet, null)))
    expect(await codeOf(service.client().failure(remoteAccessConnect, { grantId, token }))).toBe(20033)
    expect(await codeOf(admin.failure(myInstallerDelete, null))).toBe(404)
    await bindInstaller()
  })
})
