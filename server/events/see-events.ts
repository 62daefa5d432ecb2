import type { Db } from '../db/open.ts'
import type { Seen } from './evaluate.ts'
import type { EventRow } from './event-search.ts'

/** A kept event as rules look at it. */
export interface SeenEvent extends Seen {
  row: EventRow
}

/** Events of one organization with the plate groups that their plates are in now. */
export async function seeEvents(db: Db, rows: readonly EventRow[]): Promise<SeenEvent[]> {
  const keys = [...new Set(rows.flatMap((row) => row.plate_key ?? []))]
  const organizationId = rows[0]?.organization_id ?? ''
  const known =
    keys.length === 0
      ? []
      : await db
          .selectFrom('plate')
          .where('organization_id', '=', organizationId)
          .where('plate_key', 'in', keys)
          .select(['plate_key', 'group_id'])
          .execute()
  const groups = new Map(known.map((plate) => [plate.plate_key, plate.group_id]))
  return rows.map((row) => ({
    row,
    kind: row.kind,
    attributes: JSON.parse(row.attributes_json),
    plate: row.plate,
    plateGroupId: groups.get(row.plate_key ?? ''),
  }))
}
