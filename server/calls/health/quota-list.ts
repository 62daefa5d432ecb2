import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { MOST_RULES } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { quotaList as call } from '#contract/calls/health/quota-list.ts'
import { MOST_PLATE_GROUPS } from '#contract/calls/vehicle/plate.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { Db } from '../../db/open.ts'
import { handler } from '../handler.ts'

export const quotaList = handler(call, async (_input, { db, quotas }, { organizationId }) => {
  const { mail, pictureBytes } = await quotas.usedToday(organizationId)
  const count = (table: 'alarm_rule' | 'contact' | 'plate_group') => countOf(db, table, organizationId)
  const shares: OutputOf<typeof call>['quotas'] = [
    { kind: 'mail', used: mail, most: tenantLimits.aDay.mail, isDaily: true },
    { kind: 'picture-bytes', used: pictureBytes, most: tenantLimits.aDay.pictureBytes, isDaily: true },
    { kind: 'alarm-rules', used: await count('alarm_rule'), most: MOST_RULES, isDaily: false },
    { kind: 'contacts', used: await count('contact'), most: MOST_CONTACTS, isDaily: false },
    { kind: 'plate-groups', used: await count('plate_group'), most: MOST_PLATE_GROUPS, isDaily: false },
  ]
  return { quotas: shares }
})

async function countOf(db: Db, table: 'alarm_rule' | 'contact' | 'plate_group', organizationId: string): Promise<number> {
  const ours = db.selectFrom(table).where('organization_id', '=', organizationId)
  const { total } = await ours.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
