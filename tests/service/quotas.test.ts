import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { unregister } from '#contract/calls/account/unregister.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { shareDurations } from '#contract/archives.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactEdit } from '#contract/calls/contact/contact-edit.ts'
import { contactMerge } from '#contract/calls/contact/contact-merge.ts'
import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventRuleAddOrEdit, MOST_RULES } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { quotaList, type QuotaKind } from '#contract/calls/health/quota-list.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { MOST_PLATE_GROUPS } from '#contract/calls/vehicle/plate.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateGroupEdit } from '#contract/calls/vehicle/plate-group-edit.ts'
import type { InputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { always } from '#contract/weekly-schedule.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import type { DailyUse } from '#server/db/schema/mail.ts'
import { toRow } from '#server/events/rule-book.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { mailTo } from '#tests/support/mailbox.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { upload } from '#tests/support/upload.ts'

const DAY_MS = 24 * 3_600_000
const HARBOR = 'harbor-logistics'
const SPACE_LOW = 33975
const { newcomers } = tenantLimits

let stand: ArchiveStand
beforeEach(async () => {
  stand = await ArchiveStand.start()
})
afterEach(() => stand.close())

/** The organization registered so long ago. */
function registered(agoMs: number): Promise<unknown> {
  const { service } = stand
  return service.edit((db) =>
    db
      .updateTable('organization')
      .set({ registered_at_ms: service.now - agoMs })
      .where('id', '=', HARBOR)
      .execute(),
  )
}

/** Has today begin with so much used up. */
function useUp(what: DailyUse, amount: number): Promise<unknown> {
  const { service } = stand
  const row = { organization_id: HARBOR, what, day: Math.floor(service.now / DAY_MS), amount }
  return service.edit((db) => db.insertInto('day_usage').values(row).execute())
}

function invite(name: string) {
  return stand.admin.failure(userInvite, { kind: 'company', email: `${name}@new.example` })
}

async function quota(kind: QuotaKind) {
  const { quotas, newUntilMs } = await stand.admin.call(quotaList, null)
  const { used, most } = quotas.find((one) => one.kind === kind) ?? {}
  return { used, most, isNew: newUntilMs !== null }
}

/** What is kept of the organization, as it is told. */
async function stored() {
  const [bytes, objects] = [await quota('stored-bytes'), await quota('stored-objects')]
  return { bytes: bytes.used ?? 0, objects: objects.used ?? 0 }
}

/** A picture of so many pixels a side. */
function pictureOf(sidePx: number): File {
  return new File([new Uint8Array(createCanvas(sidePx, sidePx).toBuffer('image/png'))], 'me.png', { type: 'image/png' })
}

test('a new organization begins small with invitations, and has the whole share after its first week', async () => {
  await registered(DAY_MS)
  await useUp('invitations', newcomers.aDay.invitations - 1)
  expect((await invite('last')).code).toBe(200)
  expect(await quota('invitations')).toEqual({ used: newcomers.aDay.invitations, most: newcomers.aDay.invitations, isNew: true })
  expect((await invite('late')).code).toBe(33901)
  expect(await mailTo(stand.service, 'late@new.example')).toEqual([])
  await stand.advance(newcomers.forMs - DAY_MS)
  await useUp('invitations', newcomers.aDay.invitations)
  expect((await invite('late')).code).toBe(200)
  expect(await quota('invitations')).toEqual({ used: newcomers.aDay.invitations + 1, most: tenantLimits.aDay.invitations, isNew: false })
})

test('each recipient of an archive counts as a link, and none is made when there is not room for all', async () => {
  const { archiveId } = await stand.make()
  await useUp('shares', tenantLimits.aDay.shares - 2)
  const share = (...emails: string[]) =>
    stand.admin.failure(archiveCalls.archivesShare, { archiveId, emails, durationMinutes: shareDurations.hours2 })
  expect((await share('a@x.example', 'b@x.example', 'c@x.example')).code).toBe(33902)
  expect((await stand.admin.call(archiveCalls.archivesShareList, { archiveId })).shares).toEqual([])
  expect((await share('a@x.example', 'b@x.example')).code).toBe(200)
  expect((await share()).code).toBe(33902)
  expect(await quota('shares')).toEqual({ used: tenantLimits.aDay.shares, most: tenantLimits.aDay.shares, isNew: false })
})

test('an organization binds no more devices than it may', async () => {
  const { service, admin } = stand
  const [first, second] = [
    { sn: 'ROOM000001', securityCode: 'ROOMCODE01' },
    { sn: 'ROOM000002', securityCode: 'ROOMCODE02' },
  ]
  await service.connectDevice(first)
  await service.connectDevice(second)
  await registered(DAY_MS)
  const { used = 0, most = 0 } = await quota('devices')
  expect(most).toBe(newcomers.devices)
  const device = { key_hex: '', organization_id: HARBOR, site_id: null, dev_type: 1, model: '', version: '', status: 2 } as const
  const rows = Array.from({ length: most - used - 1 }, (_, count) => ({ ...device, sn: `FULL${count}`, name: 'f', status_since_ms: 1 }))
  await service.edit((db) => db.insertInto('device').values(rows).execute())
  const bind = (one: typeof first) => admin.failure(deviceBind, { ...one, siteId: 'harbor-gate' })
  expect((await bind(first)).code).toBe(200)
  expect((await bind(second)).code).toBe(33900)
  expect(await quota('devices')).toMatchObject({ used: most, most })
})

test('a new organization has little room for archives, and the whole of it after its first week', async () => {
  await registered(DAY_MS)
  await stand.addRow({ id: 'large', status: archiveStatuses.success, size_bytes: newcomers.archiveBytes })
  expect(await quota('archive-bytes')).toEqual({ used: newcomers.archiveBytes, most: newcomers.archiveBytes, isNew: true })
  const make = () => stand.admin.failure(archiveCalls.archivesCreate, stand.wish())
  expect((await make()).code).toBe(codeOf('archive-space-low'))
  expect(await stand.admin.call(archiveCalls.archivesConditions, null)).toMatchObject({ spaceBytes: newcomers.archiveBytes })
  await stand.advance(newcomers.forMs)
  expect(await quota('archive-bytes')).toMatchObject({ most: tenantLimits.archiveBytes, isNew: false })
  expect((await make()).code).toBe(200)
})

test('a new organization begins small with mail and with links to archives', async () => {
  await registered(DAY_MS)
  const { archiveId } = await stand.make()
  await useUp('shares', newcomers.aDay.shares - 1)
  const share = (...emails: string[]) =>
    stand.admin.failure(archiveCalls.archivesShare, { archiveId, emails, durationMinutes: shareDurations.hours2 })
  expect((await share('a@x.example', 'b@x.example')).code).toBe(33902)
  await useUp('mail', newcomers.aDay.mail - 1)
  expect((await share('a@x.example')).code).toBe(200)
  expect(await quota('mail')).toEqual({ used: newcomers.aDay.mail, most: newcomers.aDay.mail, isNew: true })
  expect(await quota('shares')).toMatchObject({ used: newcomers.aDay.shares, most: newcomers.aDay.shares })
  expect((await invite('late')).code).toBe(33076)
})

test('what archives take is told with what they may', async () => {
  const { sizeBytes } = await stand.make()
  expect(await quota('archive-bytes')).toMatchObject({ used: sizeBytes })
})

test('all pictures and clips of an organization are counted as they are kept, replaced and deleted', async () => {
  const before = await stored()
  const { archiveId, sizeBytes } = await stand.make()
  expect(sizeBytes).toBeGreaterThan(0)
  const withArchive = { bytes: before.bytes + (sizeBytes ?? 0), objects: before.objects + 1 }
  expect(await stored()).toEqual(withArchive)
  const keepAvatar = async (picture: File) => expect(await upload(stand.admin, avatarUpdate, {}, picture)).toMatchObject({ ok: true })
  const [small, large] = [pictureOf(32), pictureOf(64)]
  await keepAvatar(small)
  expect(await stored()).toEqual({ bytes: withArchive.bytes + small.size, objects: withArchive.objects + 1 })
  await keepAvatar(large)
  expect(await stored()).toEqual({ bytes: withArchive.bytes + large.size, objects: withArchive.objects + 1 })
  const snapshot = jpegOf('blue')
  report(stand.agent, { event: 'face', snapshot: snapshot.toString('base64') }, stand.service.now)
  await waitForEvents(stand.admin, 1, stand.service.now)
  expect(await stored()).toEqual({
    bytes: withArchive.bytes + large.size + snapshot.byteLength,
    objects: withArchive.objects + 2,
  })
  await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [archiveId] })
  const left = { bytes: before.bytes + large.size + snapshot.byteLength, objects: before.objects + 2 }
  expect(await stored()).toEqual(left)
  // With a person their picture goes.
  const guard = await stand.service.signIn('guard')
  expect(await upload(guard, avatarUpdate, {}, small)).toMatchObject({ ok: true })
  expect(await stored()).toEqual({ bytes: left.bytes + small.size, objects: left.objects + 1 })
  await guard.call(unregister, { password: stand.service.person('guard').password })
  expect(await stored()).toEqual(left)
  // Nobody else's.
  const { quotas } = await (await stand.service.signIn('stranger')).call(quotaList, null)
  expect(quotas.find(({ kind }) => kind === 'stored-objects')).toMatchObject({ used: 0 })
})

test('an organization that keeps as much as it may is told so, its events go on without pictures, and it may more after its first week', async () => {
  await registered(DAY_MS)
  const { service } = stand
  const row = { organization_id: HARBOR, object_key: 'archives/large.mp4', bytes: newcomers.stored.bytes }
  await service.edit((db) => db.insertInto('stored_object').values(row).execute())
  expect(await quota('stored-bytes')).toMatchObject({ used: row.bytes, most: newcomers.stored.bytes, isNew: true })
  const make = () => stand.admin.failure(archiveCalls.archivesCreate, stand.wish())
  expect((await make()).code).toBe(SPACE_LOW)
  expect(await upload(stand.admin, avatarUpdate, {}, pictureOf(32))).toMatchObject({ ok: false, code: SPACE_LOW })
  report(stand.agent, { event: 'face', snapshot: jpegOf('blue').toString('base64') }, service.now)
  expect(await waitForEvents(stand.admin, 1, service.now)).toMatchObject([{ kind: 'face', pictureUrl: null }])
  await stand.advance(newcomers.forMs)
  expect(await quota('stored-bytes')).toMatchObject({ most: tenantLimits.stored.bytes, isNew: false })
  expect((await make()).code).toBe(200)
})

test('an organization keeps no more plate groups, contacts and alarm rules than it may, and can still change those that it has', async () => {
  const { service, admin } = stand
  const ownCount = (table: 'plate_group' | 'contact' | 'alarm_rule') =>
    service.edit(async (db) => {
      const { total } = await db
        .selectFrom(table)
        .where('organization_id', '=', HARBOR)
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    })
  const missing = async (table: 'plate_group' | 'contact' | 'alarm_rule', most: number) =>
    Array.from({ length: most - 1 - (await ownCount(table)) }, (_one, index) => ({ id: `${table}-${index}`, organization_id: HARBOR }))

  const groups = await missing('plate_group', MOST_PLATE_GROUPS)
  await service.edit((db) =>
    db
      .insertInto('plate_group')
      .values(groups.map((row) => ({ ...row, name: row.id })))
      .execute(),
  )
  const { groupId } = await admin.call(plateGroupAdd, { groupName: 'The last' })
  expect((await admin.failure(plateGroupAdd, { groupName: 'One more' })).code).toBe(codeOf('too-many-plate-groups'))
  expect(await admin.call(plateGroupEdit, { groupId, groupName: 'The very last' })).toMatchObject({ groupName: 'The very last' })

  const contacts = await missing('contact', MOST_CONTACTS)
  const desk = { email: 'desk@harbor-logistics.example', phone: '010' }
  await service.edit((db) =>
    db
      .insertInto('contact')
      .values(contacts.map((row) => ({ ...row, ...desk, name: row.id })))
      .execute(),
  )
  const last = await admin.call(contactAdd, { ...desk, name: 'The last' })
  expect((await admin.failure(contactAdd, { ...desk, name: 'One more' })).code).toBe(codeOf('too-many-contacts'))
  expect(await admin.call(contactEdit, { ...last, phone: '011' })).toMatchObject({ phone: '011' })
  // An import changes those that there are, and says of each that is new why it has no room.
  const imported = [
    { ...desk, name: 'The last' },
    { ...desk, name: 'One more' },
  ]
  expect(await admin.call(contactMerge, { contacts: imported })).toEqual({
    added: 0,
    changed: 1,
    refused: [{ index: 1, code: codeOf('too-many-contacts') }],
  })

  const rule = {
    name: 'The last',
    isEnabled: true,
    trigger: { kind: 'general', eventKinds: ['motion'] },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [],
  } satisfies InputOf<typeof eventRuleAddOrEdit>
  const rules = await missing('alarm_rule', MOST_RULES)
  await service.edit((db) =>
    db
      .insertInto('alarm_rule')
      .values(rules.map((row) => ({ ...row, ...toRow({ ...rule, name: row.id }) })))
      .execute(),
  )
  const made = await admin.call(eventRuleAddOrEdit, rule)
  expect((await admin.failure(eventRuleAddOrEdit, { ...rule, name: 'One more' })).code).toBe(codeOf('too-many-alarm-rules'))
  expect(await admin.call(eventRuleAddOrEdit, { ...made, isEnabled: false })).toMatchObject({ isEnabled: false })
})
