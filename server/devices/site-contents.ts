import type { SelectQueryBuilder } from 'kysely'
import type { RuleScope } from '#contract/calls/event/alarm-rule.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'

/** How much hangs on a site of the organization, as its call says. */
export async function siteContentsOf(db: Db, now: Now, organizationId: string, siteId: string) {
  const devices = db.selectFrom('device').where('organization_id', '=', organizationId).where('site_id', '=', siteId)
  const sns = (await devices.select('sn').execute()).map(({ sn }) => sn)
  const archives = db.selectFrom('archive').where('archive.organization_id', '=', organizationId).where('site_id', '=', siteId)
  const shares = archives
    .innerJoin('archive_share', 'archive_share.archive_id', 'archive.id')
    .where('revoked_at_ms', 'is', null)
    .where(({ or, eb }) => or([eb('archive_share.expires_at_ms', 'is', null), eb('archive_share.expires_at_ms', '>', now())]))
  const rules = await db.selectFrom('alarm_rule').where('organization_id', '=', organizationId).select('scope_json').execute()
  const isHere = new Set(sns)
  const names = ({ siteIds, channels }: RuleScope) => siteIds.includes(siteId) || channels.some(({ sn }) => isHere.has(sn))
  return {
    devices: sns.length,
    cameras: await total(db.selectFrom('channel').where('is_open', '=', 1).where('sn', 'in', devices.select('sn'))),
    people: await total(db.selectFrom('user_site_role').where('site_id', '=', siteId)),
    rules: rules.filter(({ scope_json }) => names(JSON.parse(scope_json) as RuleScope)).length,
    plans: await total(db.selectFrom('site_plan').where('site_id', '=', siteId)),
    archives: await total(archives.where('part_expires_at_ms', 'is', null)),
    shares: await total(shares),
  }
}

/** How many rows a query has. */
async function total(rows: SelectQueryBuilder<Schema, never, object>): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll<number | string>().as('total'))
  return Number((await counted.executeTakeFirstOrThrow()).total)
}
