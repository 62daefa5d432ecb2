import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { externalRecipientKeep } from '#contract/calls/contact/external-recipient-keep.ts'
import { externalRecipientList } from '#contract/calls/contact/external-recipient-list.ts'
import { externalRecipientRemove } from '#contract/calls/contact/external-recipient-remove.ts'
import { healthKinds } from '#contract/calls/event/alarm.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { codeOf } from '#contract/errors.ts'
import { always } from '#contract/weekly-schedule.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { agreeToAlarms, mailTo } from '#tests/support/mailbox.ts'
import { report } from '#tests/support/seen-events.ts'
import { demoDevices } from '#tests/support/service.ts'

const POLICE = 'police@gov.example'
const NOOR = 'noor@neighbour.example'
const page = { pageNum: 1, pageSize: 10 }
let stand: ArchiveStand

/** What the administrator reads of an address. */
const listed = async (search: string) => {
  const { recipients } = await stand.admin.call(externalRecipientList, { ...page, search })
  return recipients.map(({ isConfirmed, isResting }) => ({ isConfirmed, isResting }))
}
const makeGuard = (role: Role) =>
  stand.service.edit((db) => db.updateTable('user_site_role').set({ role }).where('user_id', '=', 'harbor-guard').execute())

beforeAll(async () => {
  stand = await ArchiveStand.start()
  await stand.service.edit(async (db) => {
    for (const table of ['contact', 'alarm_rule', 'dev_notify'] as const) await db.deleteFrom(table).execute()
  })
  const { admin } = stand
  const own = stand.service.person('admin').loginName
  const email =
    (await stand.service.edit((db) => db.selectFrom('user').where('login_name', '=', own).select('email').executeTakeFirst()))?.email ?? ''
  await admin.call(contactAdd, { name: 'Noor', email: NOOR, phone: '010' })
  await admin.call(contactAdd, { name: 'Desk', email, phone: '011' })
  await admin.call(eventRuleAddOrEdit, {
    name: 'Night gate',
    isEnabled: false,
    trigger: { kind: 'general', eventKinds: ['motion'] },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [NOOR, email, POLICE],
  })
  const notify = { sn: demoDevices.gate.sn, isEnabled: true, kinds: [healthKinds[0]], alertIntervalS: 10 as const }
  await admin.call(devNotifyAdd, { ...notify, emails: [NOOR] })
  const { archiveId } = await stand.make()
  const share = { archiveId, message: '', durationMinutes: shareDurations.permanent }
  await admin.call(archiveCalls.archivesShare, { ...share, emails: [POLICE, email] })
})
afterAll(() => stand.close())

test('an administrator sees every address outside the organization in one list, with all that goes there', async () => {
  const { total, recipients } = await stand.admin.call(externalRecipientList, page)
  expect(total).toBe(2)
  const device = expect.any(String) as unknown
  expect(recipients).toEqual([
    { email: NOOR, isConfirmed: false, isResting: false, contacts: ['Noor'], rules: ['Night gate'], devices: [device], shares: 0 },
    { email: POLICE, isConfirmed: false, isResting: false, contacts: [], rules: ['Night gate'], devices: [], shares: 1 },
  ])
  expect((await stand.admin.call(externalRecipientList, { ...page, search: 'GOV' })).recipients.map(({ email }) => email)).toEqual([POLICE])
  expect((await stand.admin.call(externalRecipientList, { pageNum: 2, pageSize: 1 })).recipients.map(({ email }) => email)).toEqual([
    POLICE,
  ])
})

test('nobody else sees it, and another organization sees its own alone', async () => {
  for (const name of ['manager', 'operator'] as const)
    expect((await (await stand.service.signIn(name)).failure(externalRecipientList, page)).code).toBe(codeOf('call-not-permitted'))
  const stranger = await stand.service.signIn('stranger')
  expect(await stranger.call(externalRecipientList, page)).toEqual({ total: 0, recipients: [] })
  expect((await stranger.failure(externalRecipientRemove, { email: NOOR })).code).toBe(codeOf('contact-missing'))
})

test('what somebody had sent outside rests when they lose the right or leave, until somebody else stands for it', async () => {
  const { service, admin } = stand
  await service.edit(async (db) => {
    await db.updateTable('user_site_role').set({ role: 'site-administrator' }).where('user_id', '=', 'harbor-operator').execute()
  })
  const operator = await service.signIn('operator')
  const outside = 'private@elsewhere.example'
  const trigger = { kind: 'general' as const, eventKinds: ['motion' as const] }
  const scope = { siteIds: ['harbor-gate'], channels: [] }
  const rule = { name: 'Mine', isEnabled: true, trigger, scope, schedule: always, alertIntervalS: 10 as const }
  await operator.call(eventRuleAddOrEdit, { ...rule, emails: [outside] })
  await admin.call(eventRuleAddOrEdit, { ...rule, name: 'Theirs', emails: [NOOR] })
  for (const email of [outside, NOOR]) expect(await agreeToAlarms(service, email)).toBe(200)
  const mails = async (email: string) => (await mailTo(service, email)).length
  /** Something moves; waits until the administrators' recipient, who is told last, has heard of it. */
  const moves = async () => {
    const before = await mails(NOOR)
    service.advance(30_000)
    report(stand.agent, { event: 'motion' }, service.now)
    await expect.poll(() => mails(NOOR)).toBe(before + 1)
  }
  await moves()
  expect(await mails(outside)).toBe(2)
  expect(await listed(outside)).toEqual([{ isConfirmed: true, isResting: false }])

  const makeRole = (role: Role) =>
    service.edit((db) => db.updateTable('user_site_role').set({ role }).where('user_id', '=', 'harbor-operator').execute())
  await makeRole('site-operator')
  await moves()
  expect(await mails(outside)).toBe(2)
  expect(await listed(outside)).toEqual([{ isConfirmed: true, isResting: true }])
  // Who stands for nobody has them named, and not asked again what they have agreed to.
  await makeGuard('site-administrator')
  await service.edit((db) => db.updateTable('user').set({ is_installer: 1 }).where('id', '=', 'harbor-guard').execute())
  await service.edit((db) => db.updateTable('mail_recipient').set({ asked_at_ms: 0 }).where('email', '=', outside).execute())
  const installers = { ...rule, name: 'Installer’s', isEnabled: false, scope: { siteIds: ['harbor-gate'], channels: [] } }
  await (await service.signIn('guard')).call(eventRuleAddOrEdit, { ...installers, emails: [outside] })
  await service.edit((db) => db.updateTable('user').set({ is_installer: 0 }).where('id', '=', 'harbor-guard').execute())
  expect(await mails(outside)).toBe(2)
  expect(await listed(outside)).toEqual([{ isConfirmed: true, isResting: true }])
  await makeRole('site-administrator')
  await moves()
  expect(await mails(outside)).toBe(3)

  await admin.call(userInviteDelete, { userId: 'harbor-operator' })
  await moves()
  expect(await mails(outside)).toBe(3)
  await admin.call(externalRecipientKeep, { email: outside })
  expect(await listed(outside)).toEqual([{ isConfirmed: true, isResting: false }])
  await moves()
  expect(await mails(outside)).toBe(4)
  const stranger = await service.signIn('stranger')
  expect((await stranger.failure(externalRecipientKeep, { email: outside })).code).toBe(codeOf('contact-missing'))
  await admin.call(externalRecipientRemove, { email: outside })
})

test('an address that was named before it was noted who did goes on, whoever names it too and goes', async () => {
  const { service, admin } = stand
  const early = 'centre@elsewhere.example'
  const rule = {
    name: 'Of old',
    isEnabled: true,
    trigger: { kind: 'general' as const, eventKinds: ['motion' as const] },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 10 as const,
    emails: [early],
  }
  await admin.call(eventRuleAddOrEdit, rule)
  expect(await agreeToAlarms(service, early)).toBe(200)
  await service.edit(async (db) => {
    await db.schema.dropTable('mail_recipient_namer').execute()
    await sql`delete from kysely_migration where name = '0525-who-named-recipients'`.execute(db)
  })
  // Opened anew, it is migrated.
  await makeGuard('site-administrator')
  const other = { ...rule, name: 'Another', isEnabled: false, scope: { siteIds: ['harbor-gate'], channels: [] } }
  await (await service.signIn('guard')).call(eventRuleAddOrEdit, other)
  await makeGuard('site-operator')
  expect(await listed(early)).toEqual([{ isConfirmed: true, isResting: false }])
  const before = (await mailTo(service, early)).length
  service.advance(30_000)
  report(stand.agent, { event: 'motion' }, service.now)
  await expect.poll(async () => (await mailTo(service, early)).length).toBe(before + 1)
  await admin.call(externalRecipientRemove, { email: early })
})

test('what is taken out gets nothing more from anywhere, and its links are revoked', async () => {
  const { admin } = stand
  for (const email of [POLICE, NOOR]) await admin.call(externalRecipientRemove, { email })
  expect((await admin.call(externalRecipientList, page)).total).toBe(0)
  expect((await admin.call(contactList, page)).contacts.map(({ name }) => name)).toEqual(['Desk'])
  expect((await admin.call(eventRuleList, {})).rules.find(({ name }) => name === 'Night gate')?.emails).toHaveLength(1)
  expect((await admin.call(devNotifyDetail, { sn: demoDevices.gate.sn })).notify?.emails).toEqual([])
  const { shares } = await admin.call(archiveCalls.archivesShareOrganizationList, { ...page, kind: 'external', isOver: true })
  expect(shares.map(({ state, emails }) => [state, emails])).toContainEqual(['revoked', [POLICE]])
  expect((await admin.failure(externalRecipientRemove, { email: NOOR })).code).toBe(codeOf('contact-missing'))
})
