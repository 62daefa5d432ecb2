import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { MOST_RULES } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { quotaList as call, type QuotaKind } from '#contract/calls/health/quota-list.ts'
import { MOST_PLATE_GROUPS } from '#contract/calls/vehicle/plate.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { Db } from '../../db/open.ts'
import { handler } from '../handler.ts'

export const quotaList = handler(call, async (_input, { db, quotas }, { organizationId }) => {
  const { mail, pictureBytes } = await quotas.usedToday(organizationId)
  const count = (table: 'alarm_rule' | 'contact' | 'plate_group') => countOf(db, table, organizationId)
  const quota = (kind: QuotaKind, used: number, most: number, isDaily = false) => ({ kind, used, most, isDaily })
  return {
    quotas: [
      quota('mail', mail, tenantLimits.aDay.mail, true),
      quota('picture-bytes', pictureBytes, tenantLimits.aDay.pictureBytes, true),
      quota('alarm-rules', await count('alarm_rule'), MOST_RULES),
      quota('contacts', await count('contact'), MOST_CONTACTS),
      quota('plate-groups', await count('plate_group'), MOST_PLATE_GROUPS),
    ],
  }
})

async function countOf(db: Db, table: 'alarm_rule' | 'contact' | 'plate_group', organizationId: string): Promise<number> {
  const ours = db.selectFrom(table).where('organization_id', '=', organizationId)
  const { total } = await ours.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
