import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { externalRecipientList } from '#contract/calls/contact/external-recipient-list.ts'
import { externalRecipientRemove } from '#contract/calls/contact/external-recipient-remove.ts'
import { healthKinds } from '#contract/calls/event/alarm.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { codeOf } from '#contract/errors.ts'
import { always } from '#contract/weekly-schedule.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { demoDevices } from '#tests/support/service.ts'

const POLICE = 'police@gov.example'
const NOOR = 'noor@neighbour.example'
const page = { pageNum: 1, pageSize: 10 }
let stand: ArchiveStand

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
    { email: NOOR, isConfirmed: false, contacts: ['Noor'], rules: ['Night gate'], devices: [device], shares: 0 },
    { email: POLICE, isConfirmed: false, contacts: [], rules: ['Night gate'], devices: [], shares: 1 },
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

test('what is taken out gets nothing more from anywhere, and its links are revoked', async () => {
  const { admin } = stand
  for (const email of [POLICE, NOOR]) await admin.call(externalRecipientRemove, { email })
  expect((await admin.call(externalRecipientList, page)).total).toBe(0)
  expect((await admin.call(contactList, page)).contacts.map(({ name }) => name)).toEqual(['Desk'])
  expect((await admin.call(eventRuleList, {})).rules[0]?.emails).toHaveLength(1)
  expect((await admin.call(devNotifyDetail, { sn: demoDevices.gate.sn })).notify?.emails).toEqual([])
  const { shares } = await admin.call(archiveCalls.archivesShareOrganizationList, { ...page, kind: 'external', isOver: true })
  expect(shares.map(({ state, emails }) => [state, emails])).toContainEqual(['revoked', [POLICE]])
  expect((await admin.failure(externalRecipientRemove, { email: NOOR })).code).toBe(codeOf('contact-missing'))
})
