import { userConfigsList as call } from '#contract/calls/config/user-configs-list.ts'
import { handler } from '../handler.ts'
import { sharedConfigs } from './shared-configs.ts'
import { toUserConfig } from './to-user-config.ts'

export const userConfigsList = handler(call, async ({ configType }, { db, rights }, caller) => {
  const own = db.selectFrom('user_config').where('user_id', '=', caller.userId).where('config_type', '=', configType)
  const rows = await own.selectAll().execute()
  const configs = [...rows.map((row) => toUserConfig(row)), ...(await sharedConfigs(configType, { db, rights }, caller))]
  return { configs: configs.toSorted((one, other) => one.configName.localeCompare(other.configName)) }
})
