import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { shareDurations } from '#contract/archives.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { quotaList, type QuotaKind } from '#contract/calls/health/quota-list.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import type { DailyUse } from '#server/db/schema/mail.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { mailTo } from '#tests/support/mailbox.ts'

const DAY_MS = 24 * 3_600_000
const HARBOR = 'harbor-logistics'
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

test('what archives take is told with what they may', async () => {
  const { sizeBytes } = await stand.make()
  expect(await quota('archive-bytes')).toMatchObject({ used: sizeBytes })
})
