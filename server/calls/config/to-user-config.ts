import type { Selectable } from 'kysely'
import { userConfig, type AnyUserConfig } from '#contract/calls/config/user-config.ts'
import type { UserConfigTable } from '../../db/schema.ts'

/** A configuration as the wire has it. `sharedBy`: the name of its owner, for others. */
export function toUserConfig(row: Selectable<UserConfigTable>, sharedBy?: string): AnyUserConfig {
  const { id: configId, config_type: configType, name: configName, updated_at_ms: updatedAtMs } = row
  const isShared = row.is_shared === 1
  return userConfig.parse({ configId, configType, configName, configValue: JSON.parse(row.value_json), updatedAtMs, isShared, sharedBy })
}
