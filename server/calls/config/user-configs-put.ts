import { userConfigsPut as call } from '#contract/calls/config/user-configs-put.ts'
import { deviceTypes } from '#contract/enums.ts'
import { CallFault } from '../../call-fault.ts'
import { handler } from '../../handler.ts'
import { randomId } from '../../secrets.ts'
import { toUserConfig } from './to-user-config.ts'

/** More than anybody names, fewer than would hurt. */
const MOST_CONFIGS = 500

export const userConfigsPut = handler(call, async (input, { db, now, push, rights }, caller) => {
  const { userId } = caller
  const { configType } = input
  if (input.configType !== 'layout') {
    const station = await rights.requireDevice(caller, input.configValue.sn)
    if (station.dev_type !== deviceTypes.viewingStation) throw new CallFault(33003, { field: 'configValue.sn' })
  }
  const values = { name: input.configName, value_json: JSON.stringify(input.configValue), updated_at_ms: now() }
  const saved = await db.transaction().execute(async (inside) => {
    const own = await inside
      .selectFrom('user_config')
      .where('user_id', '=', userId)
      .where('config_type', '=', configType)
      .select(['id', 'name'])
      .execute()
    if (input.configId !== undefined && !own.some((config) => config.id === input.configId)) throw new CallFault(404)
    if (own.some((config) => config.name === input.configName && config.id !== input.configId)) throw new CallFault(33021)
    if (input.configId !== undefined) {
      return inside.updateTable('user_config').set(values).where('id', '=', input.configId).returningAll().executeTakeFirstOrThrow()
    }
    if (own.length >= MOST_CONFIGS) throw new CallFault(6000)
    const row = { id: randomId(), user_id: userId, config_type: configType, ...values }
    return inside.insertInto('user_config').values(row).returningAll().executeTakeFirstOrThrow()
  })
  push.send([userId], { infoType: 'configs-changed', infoContent: { configType } })
  return toUserConfig(saved)
})
