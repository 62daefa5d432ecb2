import { userConfigsDelete as call } from '#contract/calls/config/user-configs-delete.ts'
import { CallFault } from '../../call-fault.ts'
import { handler } from '../../handler.ts'

export const userConfigsDelete = handler(call, async ({ configId }, { db, push }, { userId }) => {
  const own = db.deleteFrom('user_config').where('id', '=', configId).where('user_id', '=', userId)
  const deleted = await own.returning('config_type').executeTakeFirst()
  if (deleted === undefined) throw new CallFault(404)
  push.send([userId], { infoType: 'configs-changed', infoContent: { configType: deleted.config_type } })
  return null
})
