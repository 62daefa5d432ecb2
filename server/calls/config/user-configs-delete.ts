import { userConfigsDelete as call } from '#contract/calls/config/user-configs-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { tellShared } from './shared-configs.ts'

export const userConfigsDelete = handler(call, async ({ configId }, { db, news, push }, caller) => {
  const { userId, organizationId, role } = caller
  const people = db.selectFrom('user').select('id').where('organization_id', '=', organizationId)
  const deleted = await db
    .deleteFrom('user_config')
    .where('id', '=', configId)
    .where((where) => {
      const isOwn = where('user_id', '=', userId)
      if (role !== 'administrator') return isOwn
      return where.or([isOwn, where.and([where('is_shared', '=', 1), where('user_id', 'in', people)])])
    })
    .returning(['config_type', 'user_id', 'is_shared'])
    .executeTakeFirst()
  if (deleted === undefined) throw new CallFault('not-found')
  push.send([deleted.user_id], { infoType: 'configs-changed', infoContent: { configType: deleted.config_type } })
  if (deleted.is_shared === 1) await tellShared(deleted.config_type, news, caller)
  return null
})
