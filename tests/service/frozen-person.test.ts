import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECORDINGS_FUNCTION, shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { archivesShareOrganizationList } from '#contract/calls/archive/archives-share-organization-list.ts'
import { archivesShareOrganizationRevoke } from '#contract/calls/archive/archives-share-organization-revoke.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceRedirectGet } from '#contract/calls/device/device-redirect-get.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { userInviteAdministrator } from '#contract/calls/people/user-invite-administrator.ts'
import { userInviteFreeze } from '#contract/calls/people/user-invite-freeze.ts'
import { codeOf } from '#contract/errors.ts'
import { mediaClose } from '#contract/media.ts'
import { always } from '#contract/weekly-schedule.ts'
import { randomSecret, sha256 } from '#server/runtime/secrets.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { mailTo } from '#tests/support/mailbox.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { report } from '#tests/support/seen-events.ts'
import { channel, demoDevices } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { sn, securityCode } = demoDevices.shop
const tokenWish = (taskID: string) =>
  ({ taskID, sn: demoDevices.gate.sn, chlIndex: 0, resourceType: 'cloudArchive', cloudArchiveType: 'video' }) as const
const userId = 'harbor-guard'
let stand: ArchiveStand
let guard: ServiceClient
let visitor: ServiceClient
/** A device with a page of its own. */
let device: GatewayProbe

beforeAll(async () => {
  stand = await ArchiveStand.start()
  visitor = stand.service.client()
  await stand.admin.call(userInviteAdministrator, { userId, administrator: true })
  guard = await stand.service.signIn('guard')
  device = await GatewayProbe.open(stand.service.url)
  await device.hello(sn, await deviceKey(sn, securityCode), [channel(0, { supportFun: [RECORDINGS_FUNCTION] })], ['page-get'])
  await device.first('welcome')
})
afterAll(async () => {
  device.socket.close()
  await stand.close()
})

/** A link to the page of the device. */
async function pageOf(who: ServiceClient): Promise<string> {
  const told = () => device.heard.findLast((message) => message.kind === 'command')
  const before = told()
  const asking = who.call(deviceRedirectGet, { sn })
  await expect.poll(() => told() !== before).toBe(true)
  device.say({ kind: 'command-result', commandId: told()?.commandId, outcome: { ok: true, result: { url: 'http://192.0.2.7/' } } })
  return (await asking).path
}

/** Without following it. */
const statusOf = async (path: string) => (await fetch(stand.service.url + path, { redirect: 'manual' })).status
const freeze = (frozen: boolean) => stand.admin.call(userInviteFreeze, { userId, frozen })
const visit = async (shareId: string) => (await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code

test('nothing that somebody holds or gave away opens while they are frozen; what they shared opens again when they are let in', async () => {
  const { archiveId } = await stand.make()
  const wish = { archiveId, emails: ['jo@partner.example'], message: '', durationMinutes: shareDurations.permanent }
  const { shareId } = await guard.call(archiveCalls.archivesShare, wish)
  const own = await stand.admin.call(archiveCalls.archivesShare, wish)
  const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
  const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
  const theirs = await guard.call(archiveCalls.archivesDownloadTokenGet, tokenWish(archiveId))
  const page = await pageOf(guard)
  const { ticket } = await guard.call(deviceAccessTokenGet, { holder: 'tab' })
  const viewer = await MediaViewer.open(guard)
  const push = await stand.service.openPush(guard)
  // Each of them is good.
  expect((await stand.get(videos[0]?.url ?? '')).status).toBe(200)
  expect(await statusOf(await pageOf(guard))).toBe(302)
  expect(await visit(shareId)).toBe(200)

  await freeze(true)
  expect(await push.next('session-ended')).toMatchObject({ infoContent: { code: codeOf('account-frozen') } })
  await viewer.closed
  expect(await visit(shareId)).toBe(codeOf('share-suspended'))
  for (const call of [archiveCalls.archivesVideoNoTokenList, archiveCalls.archivesDownloadTokenNoTokenGet])
    expect((await visitor.failure(call, { shareId })).code).toBe(codeOf('share-suspended'))
  expect(await statusOf(page)).toBe(404)
  for (const { url } of [download, theirs]) expect((await stand.get(url)).status).toBe(404)
  expect(await (await MediaViewer.open(guard, { ticket })).closed).toBe(mediaClose.ticketRefused)
  expect((await guard.failure(deviceRedirectGet, { sn })).code).toBe(codeOf('account-frozen'))
  expect(await visit(own.shareId)).toBe(200)
  // Administrators see why, beside those that can be opened.
  const list = async () => (await stand.admin.call(archivesShareOrganizationList, { kind: 'all', pageNum: 1, pageSize: 10 })).shares
  expect((await list()).map(({ state }) => state).toSorted()).toEqual(['open', 'suspended'])

  // Not even what somebody had opened before.
  const film = videos[0]?.url ?? ''
  expect((await stand.get(film)).status).toBe(404)
  // The address without the share is another one, and was never signed.
  expect((await stand.get(film.replace(/&share=[^&]+/, ''))).status).toBe(404)

  await freeze(false)
  expect((await stand.get(film)).status).toBe(200)
  expect(await visit(shareId)).toBe(200)
  expect(await statusOf(page)).toBe(404)
  expect((await guard.failure(deviceRedirectGet, { sn })).code).toBe(codeOf('account-frozen'))
})

test('a link that rests can be revoked, and does not open again', async () => {
  guard = await stand.service.signIn('guard')
  const { archiveId } = await stand.make()
  const wish = { archiveId, emails: ['jo@partner.example'], message: '', durationMinutes: shareDurations.permanent }
  const [one, other] = [await guard.call(archiveCalls.archivesShare, wish), await guard.call(archiveCalls.archivesShare, wish)]
  await freeze(true)
  await stand.admin.call(archiveCalls.archivesShareRevoke, { archiveId, handle: one.shareId.slice(0, 32) })
  const { revoked } = await stand.admin.call(archivesShareOrganizationRevoke, { handles: [other.shareId.slice(0, 32)] })
  expect(revoked).toBe(1)
  await freeze(false)
  for (const { shareId } of [one, other]) expect(await visit(shareId)).toBe(codeOf('share-revoked'))
})

test('a link to the page of a device ends with the right to configure it', async () => {
  guard = await stand.service.signIn('guard')
  const page = await pageOf(guard)
  await stand.admin.call(userInviteAdministrator, { userId, administrator: false, role: 'live-only' })
  expect(await statusOf(page)).toBe(404)
})

test('nothing of an alarm goes to whoever is frozen, though they agreed to it before they were one of the people, nor are they asked', async () => {
  const { service, admin, agent } = stand
  const [theirs, other] = ['guard@harbor-logistics.example', 'operator@harbor-logistics.example']
  const agreed = { organization_id: 'harbor-logistics', token_sha256: 'agreed', asked_at_ms: 0, confirmed_at_ms: 1 }
  await service.edit((db) =>
    db
      .insertInto('mail_recipient')
      .values({ ...agreed, email: theirs })
      .execute(),
  )
  const rule = {
    name: 'Motion at the gate',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'general' as const, eventKinds: ['motion' as const] },
    schedule: always,
    alertIntervalS: 10 as const,
    emails: [theirs, other],
  }
  const { ruleId } = await admin.call(eventRuleAddOrEdit, rule)
  const mails = async (email: string) => (await mailTo(service, email)).length
  report(agent, { event: 'motion' }, service.now)
  await expect.poll(() => mails(other)).toBe(1)
  await expect.poll(() => mails(theirs)).toBe(1)

  await freeze(true)
  await admin.call(eventRuleAddOrEdit, { ...rule, ruleId, name: 'Motion' })
  service.advance(30_000)
  report(agent, { event: 'motion' }, service.now)
  await expect.poll(() => mails(other)).toBe(2)
  expect(await mails(theirs)).toBe(1)
  // Without having agreed they are not asked either: whoever opened that link would be told again.
  await service.edit((db) => db.deleteFrom('mail_recipient').where('email', '=', theirs).execute())
  await admin.call(eventRuleAddOrEdit, { ...rule, ruleId, name: 'Motion again' })
  expect(await mails(theirs)).toBe(1)
  // Nor does a link that they were sent before agree to anything.
  const secret = randomSecret()
  const waiting = { ...agreed, email: theirs, token_sha256: sha256(secret), confirmed_at_ms: null }
  await service.edit((db) => db.insertInto('mail_recipient').values(waiting).execute())
  const opened = async () => (await fetch(`${service.url}/alarm-mail/${secret}`)).status
  expect(await opened()).toBe(404)

  await freeze(false)
  expect(await opened()).toBe(200)
  service.advance(30_000)
  report(agent, { event: 'motion' }, service.now)
  await expect.poll(() => mails(theirs)).toBe(2)
})
