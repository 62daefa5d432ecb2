import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { always } from '#contract/weekly-schedule.ts'
import { linked } from '#server/mail/html-body.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { mailTo } from '#tests/support/mailbox.ts'
import { report } from '#tests/support/seen-events.ts'

const HARBOR = 'harbor-logistics'
const OPERATOR = 'operator@harbor-logistics.example'
const VICTIM = 'victim@elsewhere.example'
let stand: ArchiveStand

beforeAll(async () => {
  stand = await ArchiveStand.start()
  // Whoever registers names the organization, themselves and their sites as they like.
  await stand.service.edit(async (db) => {
    await db.updateTable('organization').set({ name: '..evil.example' }).where('id', '=', HARBOR).execute()
    await db.updateTable('user').set({ alias: 'security@evil.example' }).where('id', '=', 'harbor-admin').execute()
    await db.updateTable('site').set({ name: 'evil.xn--p1ai' }).where('id', '=', 'harbor-gate').execute()
  })
})
afterAll(() => stand.close())

/** What each kind of mail is sent for, and to whom. */
const kinds = {
  'an invitation': async () => {
    await stand.admin.call(userInvite, { kind: 'user', email: VICTIM, alias: 'www.evil.example', role: 'site-operator', sites: [] })
    return VICTIM
  },
  'the question whether alarms may come': async () => {
    const email = 'asked@elsewhere.example'
    await stand.admin.call(contactAdd, { name: 'a.evil.example', email, phone: '010' })
    return email
  },
  'a shared archive': async () => {
    const email = 'partner@elsewhere.example'
    await stand.addRow({ id: 'shared', status: archiveStatuses.success, title: 'evil.example-x', object_key: 'none', size_bytes: 1 })
    const message = 'Pay at .evil.example/login, 192.0.2.7/login or https://evil.example, or write to pay@evil.example'
    await stand.admin.call(archivesShare, { archiveId: 'shared', emails: [email], message, durationMinutes: 30 })
    return email
  },
  'an alarm': async () => {
    const trigger = { kind: 'general' as const, eventKinds: ['motion' as const] }
    const scope = { siteIds: ['harbor-gate'], channels: [] }
    const rule = { isEnabled: true, scope, trigger, schedule: always, alertIntervalS: 10 as const, emails: [OPERATOR] }
    await stand.admin.call(eventRuleAddOrEdit, { ...rule, name: '@evil.example' })
    report(stand.agent, { event: 'motion' }, stand.service.now)
    await expect.poll(() => mailTo(stand.service, OPERATOR)).toHaveLength(1)
    return OPERATOR
  },
}

test.each(Object.entries(kinds))('%s links to the service alone, whatever names and messages somebody has given', async (_kind, send) => {
  const address = await send()
  const [{ subject, body } = { subject: '', body: '' }] = await mailTo(stand.service, address)
  expect(`${subject}\n${body}`).toContain('evil')
  const links = [...linked(body).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  for (const href of links) expect(href).toMatch(/^http:\/\/localhost:\d+\//)
  const said = [subject, ...body.split(/\s/).filter((word) => !links.includes(word))].join(' ')
  expect(said).not.toMatch(/:\/\/|\S@[^\s\u2060]|\.(?!\d+\s)[\p{L}\p{N}]/u)
})
