import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { MOST_RULES } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { quotaList as call, type QuotaKind } from '#contract/calls/health/quota-list.ts'
import { MOST_PLATE_GROUPS } from '#contract/calls/vehicle/plate.ts'
import type { Db } from '../../db/open.ts'
import { usedBytes } from '../../video/archive/archive-space.ts'
import { handler } from '../handler.ts'

export const quotaList = handler(call, async (_input, { db, quotas }, { organizationId }) => {
  const used = await quotas.usedToday(organizationId)
  const stored = await quotas.storedOf(organizationId)
  const { aDay, devices, archiveBytes, stored: mostStored, newUntilMs } = await quotas.shareOf(organizationId)
  const count = (table: 'alarm_rule' | 'contact' | 'plate_group') => countOf(db, table, organizationId)
  const quota = (kind: QuotaKind, used: number, most: number, isDaily = false) => ({ kind, used, most, isDaily })
  return {
    quotas: [
      quota('mail', used.mail, aDay.mail, true),
      quota('invitations', used.invitations, aDay.invitations, true),
      quota('shares', used.shares, aDay.shares, true),
      quota('picture-bytes', used.pictureBytes, aDay.pictureBytes, true),
      quota('devices', await quotas.devicesOf(organizationId), devices),
      quota('archive-bytes', await usedBytes(db, organizationId), archiveBytes),
      quota('stored-bytes', stored.bytes, mostStored.bytes),
      quota('stored-objects', stored.objects, mostStored.objects),
      quota('alarm-rules', await count('alarm_rule'), MOST_RULES),
      quota('contacts', await count('contact'), MOST_CONTACTS),
      quota('plate-groups', await count('plate_group'), MOST_PLATE_GROUPS),
    ],
    newUntilMs,
  }
})

async function countOf(db: Db, table: 'alarm_rule' | 'contact' | 'plate_group', organizationId: string): Promise<number> {
  const ours = db.selectFrom(table).where('organization_id', '=', organizationId)
  const { total } = await ours.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
