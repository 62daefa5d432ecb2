import { licenceStatuses } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { tenantLimits } from '../access/tenant-limits.ts'
import type { Db } from '../db/open.ts'
import type { ArchiveSpace } from './archive-growth.ts'
import type { Line } from './places-lines.ts'

/** From so few days on the end of the archives' space is told. */
const FILLING_DAYS = 30

export function archiveLines({ usedBytes, spaceBytes, days }: ArchiveSpace): Line[] {
  if (usedBytes >= spaceBytes) return [{ kind: 'archive-full' }]
  return days !== null && days <= FILLING_DAYS ? [{ kind: 'archive-filling', days }] : []
}

interface LicenceStanding {
  coverage: { cameras: number; covered: number }
  currentInfo: { status: number; endTime: number | null; remainDays: number }
  renewInfo: unknown
}

/** Cameras that no licence covers, and a licence that ends with none behind it. */
export function licenceLines({ coverage: { cameras, covered }, currentInfo, renewInfo }: LicenceStanding): Line[] {
  const missing = cameras - covered
  const isEnding = currentInfo.status === licenceStatuses.expiring && currentInfo.endTime !== null && renewInfo === null
  return [
    ...(missing > 0 ? [{ kind: 'licence-missing' as const, count: missing }] : []),
    ...(isEnding ? [{ kind: 'licence-ending' as const, days: currentInfo.remainDays }] : []),
  ]
}

/** Mail of the organization that the mail server did not take yet, and mail that was not written since the day's share is used up. */
export async function mailLines(db: Db, organizationId: string, nowMs: number): Promise<Line[]> {
  const { total, oldest } = await db
    .selectFrom('mail')
    .where('organization_id', '=', organizationId)
    .where('tries', '>', 0)
    .select(({ fn }) => [fn.countAll<number | string>().as('total'), fn.min<number | null>('created_at_ms').as('oldest')])
    .executeTakeFirstOrThrow()
  const spent = await db
    .selectFrom('day_usage')
    .where('organization_id', '=', organizationId)
    .where('what', '=', 'mail')
    .where('day', '=', Math.floor(nowMs / DAY_MS))
    .where('is_told', '=', 1)
    .select('day')
    .executeTakeFirst()
  return [
    ...(Number(total) > 0 ? [{ kind: 'mail-waiting' as const, count: Number(total), sinceMs: oldest ?? nowMs }] : []),
    ...(spent === undefined ? [] : [{ kind: 'mail-spent' as const, count: tenantLimits.aDay.mail }]),
  ]
}

/** Cameras whose cloud storage ends with none behind it. */
export async function cloudLines(db: Db, organizationId: string, nowMs: number): Promise<Line[]> {
  const { total, first } = await db
    .selectFrom('cloud_term as ending')
    .where('ending.organization_id', '=', organizationId)
    .where('ending.status', '=', licenceStatuses.expiring)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cloud_term as next')
            .whereRef('next.organization_id', '=', 'ending.organization_id')
            .whereRef('next.sn', '=', 'ending.sn')
            .whereRef('next.chl_index', '=', 'ending.chl_index')
            .where('next.status', '=', licenceStatuses.toBeUsed)
            .select('next.id'),
        ),
      ),
    )
    .select(({ fn }) => [fn.countAll<number | string>().as('total'), fn.min<number | null>('ending.ends_at_ms').as('first')])
    .executeTakeFirstOrThrow()
  const days = Math.max(0, Math.ceil(((first ?? nowMs) - nowMs) / DAY_MS))
  return Number(total) > 0 ? [{ kind: 'cloud-ending', count: Number(total), days }] : []
}
