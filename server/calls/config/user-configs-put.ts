import { userConfigsPut as call } from '#contract/calls/config/user-configs-put.ts'
import { deviceTypes } from '#contract/enums.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { randomId } from '../../runtime/secrets.ts'
import { contentOfView } from '../../stations/station-outputs.ts'
import { dropOtherDefaults } from './one-default.ts'
import { tellShared } from './shared-configs.ts'
import { toUserConfig } from './to-user-config.ts'

/** More than anybody names, fewer than would hurt. */
const MOST_CONFIGS = 500

export const userConfigsPut = handler(call, async (input, { db, news, now, push, rights, stationOutputs }, caller) => {
  const { userId } = caller
  const { configType } = input
  if (input.configType === 'vs_view' || input.configType === 'vs_screen') {
    const station = await rights.requireDevice(caller, input.configValue.sn)
    if (station.dev_type !== deviceTypes.viewingStation) throw new CallFault('serial-number-unknown', { field: 'configValue.sn' })
  }
  const isShared = 'isShared' in input ? input.isShared : undefined
  const shared = isShared === undefined ? {} : { is_shared: Number(isShared) }
  const values = { ...shared, name: input.configName, value_json: JSON.stringify(input.configValue), updated_at_ms: now() }
  const saved = await db.transaction().execute(async (inside) => {
    const own = await inside
      .selectFrom('user_config')
      .where('user_id', '=', userId)
      .where('config_type', '=', configType)
      .selectAll()
      .execute()
    const before = own.find((config) => config.id === input.configId)
    if (input.configId !== undefined && before === undefined) throw new CallFault('not-found')
    if (own.some((config) => config.name === input.configName && config.id !== input.configId)) throw new CallFault('layout-name-taken')
    if (before === undefined && own.length >= MOST_CONFIGS) throw new CallFault('wrong-state')
    const made = { id: randomId(), user_id: userId, config_type: configType, ...values }
    const row = await (before === undefined
      ? inside.insertInto('user_config').values(made).returningAll().executeTakeFirstOrThrow()
      : inside.updateTable('user_config').set(values).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow())
    const isOtherSeen = await dropOtherDefaults(inside, row, own)
    return { row, isSeen: row.is_shared === 1 || before?.is_shared === 1 || isOtherSeen }
  })
  push.send([userId], { infoType: 'configs-changed', infoContent: { configType } })
  if (saved.isSeen) await tellShared(configType, news, caller)
  // What an administrator sets for an output of a station is on its screen.
  if (caller.role === 'administrator') {
    const { configName: name } = input
    if (input.configType === 'vs_view') await stationOutputs.putView(input.configValue, contentOfView({ name, ...input.configValue }))
    if (input.configType === 'vs_screen') await stationOutputs.resize(input.configValue, input.configValue.dpi)
  }
  return toUserConfig(saved.row)
})
