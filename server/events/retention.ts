import { licenceLimits } from '#contract/licence-terms.ts'
import { shiftUtc } from '#shared/time/calendar.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { idsBetween } from './event-id.ts'
import type { AskStanding, LicenceStanding } from './event-licence.ts'
import { SHARED_PICTURES } from './shared-pictures.ts'

const EVERY_MS = 60 * 60_000
/** Deleted at a time, so that searches need not wait long. */
const BATCH = 500
const FREE_DAYS = 15
const LICENSED_MONTHS = 6

/**
 * The oldest moment of which events are kept: 15 days ago, with a licence 6 months ago. When a licence has ended all stays as it was for
 * 15 more days (rule 9.8).
 */
export function keptSince(nowMs: number, standing: LicenceStanding): number {
  return standing.isLicensed || isInGrace(nowMs, standing) ? shiftUtc(nowMs, -LICENSED_MONTHS, 'month') : nowMs - FREE_DAYS * DAY_MS
}

/** Whether new events are kept at all: not when a licence ended more than 15 days ago (rule 9.8). */
export function isKeeping(nowMs: number, standing: LicenceStanding): boolean {
  return standing.isLicensed || standing.endedAtMs === null || isInGrace(nowMs, standing)
}

function isInGrace(nowMs: number, { endedAtMs }: LicenceStanding): boolean {
  return endedAtMs !== null && nowMs < endedAtMs + licenceLimits.eventGraceDays * DAY_MS
}

/** Forgets every hour the events, alarms that are over, and snapshots that are older than an organization keeps them. */
export function sweepEvents(
  { sweeper, now, db, objects }: { sweeper: Sweeper; now: Now; db: Db; objects: ObjectStore },
  askStanding: AskStanding,
): void {
  let dueMs = 0
  sweeper.tidy(async () => {
    if (now() < dueMs) return
    dueMs = now() + EVERY_MS
    for (const { id } of await db.selectFrom('organization').select('id').execute()) {
      const sinceMs = keptSince(now(), await askStanding(id))
      while (await forgetAlarms(id, sinceMs)) await nextTurn()
      while (await forgetEvents(id, sinceMs)) await nextTurn()
    }
  })

  /** Answers whether there may be more. */
  async function forgetEvents(organizationId: string, sinceMs: number): Promise<boolean> {
    const { first } = idsBetween(sinceMs, sinceMs)
    const old = await db
      .selectFrom('event')
      .where('organization_id', '=', organizationId)
      .where('id', '<', first)
      .select(['id', 'snapshot_key'])
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (old.length === 0) {
      await db.deleteFrom('event_plate').where('organization_id', '=', organizationId).where('last_event_id', '<', first).execute()
      return false
    }
    const pictures = old.flatMap((event) => event.snapshot_key ?? [])
    await objects.delete(pictures.filter((key) => !key.startsWith(SHARED_PICTURES)))
    const ids = old.map((event) => event.id)
    await db.deleteFrom('event').where('id', 'in', ids).execute()
    return true
  }

  async function forgetAlarms(organizationId: string, sinceMs: number): Promise<boolean> {
    const old = await db
      .selectFrom('alarm')
      .where('organization_id', '=', organizationId)
      .where('started_at_ms', '<', sinceMs)
      .where('recovered_at_ms', 'is not', null)
      .select('id')
      .limit(BATCH)
      .execute()
    if (old.length === 0) return false
    const ids = old.map((alarm) => alarm.id)
    await db.deleteFrom('alarm').where('id', 'in', ids).execute()
    return true
  }
}

/** Lets everything else have its turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
