import type { Selectable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { UserConfigTable } from '../../db/schema.ts'
import { toUserConfig } from './to-user-config.ts'

type Row = Selectable<UserConfigTable>

/** Of a person's layouts one opens first: when that is the saved one, no other of their `own` does any more. True when others see one of those. */
export async function dropOtherDefaults(db: Db, saved: Row, own: readonly Row[]): Promise<boolean> {
  if (defaultLayoutOf(saved) === undefined) return false
  let isSeen = false
  for (const other of own) {
    const value = other.id === saved.id ? undefined : defaultLayoutOf(other)
    if (value === undefined) continue
    const changed = { value_json: JSON.stringify({ ...value, isDefault: false }), updated_at_ms: saved.updated_at_ms }
    await db.updateTable('user_config').set(changed).where('id', '=', other.id).execute()
    isSeen ||= other.is_shared === 1
  }
  return isSeen
}

function defaultLayoutOf(row: Row) {
  const config = toUserConfig(row)
  return config.configType === 'layout' && config.configValue.isDefault ? config.configValue : undefined
}
