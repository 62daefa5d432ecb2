import { vsDeviceList as call } from '#contract/calls/device/vs-device-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { toUserConfig } from '../config/to-user-config.ts'
import { handler } from '../handler.ts'
import { askerOf, seesDevice } from '../../access/sees-channel.ts'
import { boundDevices, toDevice } from './views.ts'

export const vsDeviceList = handler(call, async (_input, { db }, caller) => {
  const stations = boundDevices(db)
    .where(seesDevice(askerOf(caller)))
    .where('device.dev_type', '=', deviceTypes.viewingStation)
  const rows = await stations.orderBy('device.name').orderBy('device.sn').execute()
  const screens = db.selectFrom('user_config').where('user_id', '=', caller.userId).where('config_type', '=', 'vs_screen')
  const sizes = await db
    .selectFrom('station_output')
    .innerJoin('device', 'device.sn', 'station_output.sn')
    .where('device.organization_id', '=', caller.organizationId)
    .select(['station_output.sn', 'vo_id', 'dpi'])
    .execute()
  const saved = (await screens.selectAll().execute()).map((row) => toUserConfig(row))
  return {
    devices: rows.map((row) => ({
      ...toDevice(row),
      outputs: Array.from({ length: limits.viewingStationOutputs }, (_, index) => {
        const screen = saved.find(
          (config) => config.configType === 'vs_screen' && config.configValue.sn === row.sn && config.configValue.voId === index + 1,
        )
        // One's own setting, else that of the office.
        const ofOffice = sizes.find(({ sn, vo_id }) => sn === row.sn && vo_id === index + 1)?.dpi
        return {
          voId: index + 1,
          dpi: screen?.configType === 'vs_screen' ? screen.configValue.dpi : (ofOffice ?? limits.viewingStationScreen),
        }
      }),
    })),
  }
})
