import { quotaList, type QuotaKind } from '#contract/calls/health/quota-list.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { always } from '#contract/weekly-schedule.ts'
import { randomId } from '#server/runtime/secrets.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { agreeToAlarms, mailTo } from '#tests/support/mailbox.ts'
import { MailServer } from '#tests/support/mail-server.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate } = demoDevices
const HARBOR = 'harbor-logistics'
const DAY_MS = 24 * 60 * 60_000
const ADMIN = 'admin@harbor-logistics.example'
const OPERATOR = 'operator@harbor-logistics.example'
const rule = {
  name: 'Motion',
  isEnabled: true,
  scope: { siteIds: ['harbor-gate'], channels: [] },
  trigger: { kind: 'general' as const, eventKinds: ['motion' as const] },
  schedule: always,
  alertIntervalS: 10 as const,
  emails: [] as string[],
}
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

/** Has the organization's day begin with so much used up. */
async function useUp(what: 'mail' | 'pictureBytes', amount: number): Promise<void> {
  const row = { organization_id: HARBOR, what, day: Math.floor(service.now / DAY_MS), amount }
  const change = { amount, is_told: 0 }
  await service.edit((db) =>
    db
      .insertInto('day_usage')
      .values(row)
      .onConflict((conflict) => conflict.columns(['organization_id', 'what', 'day']).doUpdateSet(change))
      .execute(),
  )
}

test('an address that is nobody of the organization is asked once, and gets alarms only after its owner agreed', async () => {
  const stranger = 'victim@elsewhere.example'
  const contact = { name: 'Victim', email: stranger, phone: '+31 10 555 0100' }
  expect(await admin.call(contactAdd, contact)).toMatchObject({ isConfirmed: false })
  await admin.call(contactAdd, { ...contact, name: 'Again' })
  expect(await admin.call(contactAdd, { ...contact, name: 'Operator', email: OPERATOR })).toMatchObject({ isConfirmed: true })
  await admin.call(eventRuleAddOrEdit, { ...rule, emails: [stranger, OPERATOR] })
  expect((await mailTo(service, stranger)).map(({ subject }) => subject)).toEqual(['Alarms of Harbor Logistics by e-mail?'])
  const agent = await service.connectDevice(gate, [channel(0), channel(1)])
  report(agent, { event: 'motion' }, service.now)
  await expect.poll(() => mailTo(service, OPERATOR)).toHaveLength(1)
  expect(await mailTo(service, stranger)).toHaveLength(1)
  expect((await fetch(`${service.url}/alarm-mail/${'x'.repeat(43)}`)).status).toBe(404)
  const listed = async () => (await admin.call(contactList, { pageNum: 1, pageSize: 10 })).contacts.map(({ isConfirmed }) => isConfirmed)
  expect(await listed()).toEqual([false, true, false])
  expect(await agreeToAlarms(service, stranger)).toBe(200)
  expect(await listed()).toEqual([true, true, true])
  report(agent, { event: 'motion', chlIndex: 1 }, service.now)
  await expect.poll(() => mailTo(service, stranger)).toHaveLength(2)
  await agent.stop()
})

test('one event writes neither its picture into every mail nor more mails than a day has, and administrators read why', async () => {
  const recipients = Array.from({ length: 20 }, (_, index) => `desk${index}@centre.example`)
  await service.edit((db) =>
    db
      .insertInto('mail_recipient')
      .values(recipients.map((email) => ({ organization_id: HARBOR, email, token_sha256: email, asked_at_ms: 0, confirmed_at_ms: 1 })))
      .execute(),
  )
  for (let count = 0; count < 10; count += 1)
    await admin.call(eventRuleAddOrEdit, {
      ...rule,
      name: `Flood ${count}`,
      trigger: { kind: 'general', eventKinds: ['person'] },
      emails: recipients,
    })
  const left = 100
  await useUp('mail', tenantLimits.aDay.mail - left)
  const agent = await service.connectDevice(gate)
  // The first bytes of a picture, and as many more as a device may send.
  const snapshot = Buffer.concat([jpegOf('red'), Buffer.alloc(200_000)])
  report(agent, { event: 'person', snapshot: snapshot.toString('base64') }, service.now)
  await expect.poll(() => mailTo(service, ADMIN), { timeout: 30_000 }).toMatchObject([{ subject: 'No more e-mail today' }])
  const rows = await service.edit((db) => db.selectFrom('mail').where('to_address', 'in', recipients).select('attachments_json').execute())
  expect(rows).toHaveLength(left)
  expect(rows.reduce((sum, row) => sum + row.attachments_json.length, 0)).toBeLessThan(snapshot.byteLength)
  expect(await admin.failure(userInvite, { kind: 'company', email: 'new@harbor.example' })).toMatchObject({ code: 33076 })
  await agent.stop()
})

test('pictures beyond the share of a day are not kept, their events are', async () => {
  await useUp('pictureBytes', tenantLimits.aDay.pictureBytes)
  const before = (await waitForEvents(admin, 3, service.now)).length
  const agent = await service.connectDevice(gate)
  report(agent, { event: 'face', snapshot: jpegOf('blue').toString('base64') }, service.now)
  const [event] = await waitForEvents(admin, before + 1, service.now)
  expect(event).toMatchObject({ kind: 'face', pictureUrl: null })
  expect((await mailTo(service, ADMIN)).map(({ subject }) => subject)).toContain('No more pictures of events today')
})

test('codes, and the mail of others, do not wait for a flood of one organization', { timeout: 60_000 }, async () => {
  const mailServer = await MailServer.start()
  const flooded = await TestService.start({ smtpUrl: mailServer.url })
  const waiting = 400
  const mail = (organization_id: string, to_address: string, next_try_at_ms: number) => ({
    id: randomId(),
    organization_id,
    to_address,
    subject: 'An alarm',
    body: 'It rings.\n',
    attachments_json: '[]',
    created_at_ms: next_try_at_ms,
    tries: 0,
    next_try_at_ms,
  })
  const flood = Array.from({ length: waiting }, (_, index) => mail(HARBOR, `flood${index}@harbor.example`, flooded.now - 60_000))
  const operator = await flooded.signIn('operator')
  await flooded.edit(async (db) => {
    await db.insertInto('mail').values(flood).execute()
    await db
      .insertInto('mail')
      .values(mail('other', 'patient@other.example', flooded.now))
      .execute()
  })
  await operator.call(mfaCreate, { category: 'e-mail', password: flooded.person('operator').password })
  const placeOf = (address: string) => mailServer.received.findIndex(({ to }) => to.includes(address))
  await vi.waitFor(() => expect(placeOf(OPERATOR)).toBeGreaterThanOrEqual(0), 50_000)
  await vi.waitFor(() => expect(placeOf('patient@other.example')).toBeGreaterThanOrEqual(0), 50_000)
  expect(placeOf(OPERATOR)).toBeLessThan(waiting / 2)
  expect(placeOf('patient@other.example')).toBeLessThan(waiting / 2)
  await flooded.close()
  await mailServer.close()
})

test('how much of the day’s share is used up is told to administrators, of their own organization alone', async () => {
  await useUp('mail', 1_999)
  await useUp('pictureBytes', 5_000_000)
  const { quotas } = await admin.call(quotaList, null)
  const quota = (wanted: QuotaKind) => quotas.find(({ kind }) => kind === wanted)
  expect(quota('mail')).toEqual({ kind: 'mail', used: 1_999, most: 2_000, isDaily: true })
  expect(quota('picture-bytes')).toEqual({ kind: 'picture-bytes', used: 5_000_000, most: 8 * 1024 ** 3, isDaily: true })
  expect(quota('alarm-rules')).toMatchObject({ most: 200, isDaily: false })
  const stranger = await service.signIn('stranger')
  expect((await stranger.call(quotaList, null)).quotas[0]).toMatchObject({ kind: 'mail', used: 0 })
  expect((await (await service.signIn('guard')).failure(quotaList, null)).code).toBe(5000)
})
