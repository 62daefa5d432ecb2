import { userConfigsList as call } from '#contract/calls/config/user-configs-list.ts'
import { handler } from '../../handler.ts'
import { toUserConfig } from './to-user-config.ts'

export const userConfigsList = handler(call, async ({ configType }, { db }, { userId }) => {
  const own = db.selectFrom('user_config').where('user_id', '=', userId).where('config_type', '=', configType)
  const rows = await own.selectAll().orderBy('name').execute()
  return { configs: rows.map(toUserConfig) }
})
