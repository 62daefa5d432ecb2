import type { ErrorName } from '#contract/errors.ts'
import { comparablePlate } from '#contract/plates.ts'
import type { Db } from '../../db/open.ts'
import { randomId } from '../../runtime/secrets.ts'
import { roomIn, toRow, type PlateFields } from './plate-rows.ts'

export interface Merged {
  added: number
  changed: number
  /** What was passed over, by its place among those given. */
  refused: { index: number; error: Extract<ErrorName, 'plate-exists' | 'plate-group-full'> }[]
}

/**
 * Adds plates to a group, and changes those that are in it already; of a plate that is in another group, or that has no room, it says so. As many as
 * one statement takes; within a transaction. Fails with plate-group-missing.
 */
export async function mergePlates(
  db: Db,
  { organizationId, groupId, plates }: { organizationId: string; groupId: string; plates: readonly Omit<PlateFields, 'groupId'>[] },
): Promise<Merged> {
  let room = await roomIn(db, organizationId, groupId)
  const keys = [...new Set(plates.map(({ plate }) => comparablePlate(plate)))]
  const ours = db.selectFrom('plate').where('organization_id', '=', organizationId)
  const rows = await ours.where('plate_key', 'in', keys).select(['id', 'group_id', 'plate_key']).execute()
  const known = new Map(rows.map((row) => [row.plate_key, row]))
  const merged: Merged = { added: 0, changed: 0, refused: [] }
  const adding: { index: number; row: ReturnType<typeof toRow> & { id: string; organization_id: string } }[] = []
  const seen = new Set<string>()
  for (const [index, plate] of plates.entries()) {
    const row = toRow({ ...plate, groupId })
    const before = known.get(row.plate_key)
    if (seen.has(row.plate_key) || (before !== undefined && before.group_id !== groupId)) {
      merged.refused.push({ index, error: 'plate-exists' })
    } else if (before !== undefined) {
      await db.updateTable('plate').set(row).where('id', '=', before.id).execute()
      merged.changed += 1
    } else if (room === 0) {
      merged.refused.push({ index, error: 'plate-group-full' })
    } else {
      adding.push({ index, row: { id: randomId(), organization_id: organizationId, ...row } })
      room -= 1
    }
    seen.add(row.plate_key)
  }
  if (adding.length === 0) return merged
  const added = await db
    .insertInto('plate')
    .values(adding.map(({ row }) => row))
    .onConflict((conflict) => conflict.columns(['organization_id', 'plate_key']).doNothing())
    .returning('id')
    .execute()
  const ids = new Set(added.map(({ id }) => id))
  // Somebody else added it in this moment.
  for (const { index, row } of adding) if (!ids.has(row.id)) merged.refused.push({ index, error: 'plate-exists' })
  return { ...merged, added: ids.size }
}
