import type { Selectable } from 'kysely'
import type { UserConfig } from '#contract/calls/config/user-config.ts'
import type { UserConfigTable } from '../../db/schema.ts'

/** A configuration as the wire has it. What is stored was parsed when it came in. */
export function toUserConfig(row: Selectable<UserConfigTable>): UserConfig {
  return {
    configId: row.id,
    configType: 'layout',
    configName: row.name,
    configValue: JSON.parse(row.value_json),
    updatedAtMs: row.updated_at_ms,
  }
}
