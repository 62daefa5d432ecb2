import { deviceNum as call } from '#contract/calls/device/device-num.ts'
import { deviceStatuses, deviceTypes, type DeviceStatus } from '#contract/enums.ts'
import { handler } from '../handler.ts'

export const deviceNum = handler(call, async (_input, { db, rights }, caller) => {
  const seen = await rights.deviceSns(caller)
  const bound = db.selectFrom('device').where('organization_id', '=', caller.organizationId).select(['sn', 'dev_type', 'status'])
  const devices = (await bound.execute()).filter((device) => seen.has(device.sn))
  const numberOf = (status: DeviceStatus) => devices.filter((device) => device.status === status).length
  const types = Object.values(deviceTypes).map((devType) => {
    const ofType = devices.filter((device) => device.dev_type === devType)
    return { devType, total: ofType.length, online: ofType.filter((device) => device.status === deviceStatuses.online).length }
  })
  const { online, offline, unknown } = deviceStatuses
  return {
    total: devices.length,
    online: numberOf(online),
    offline: numberOf(offline),
    unknown: numberOf(unknown),
    types: types.filter(({ total }) => total > 0),
  }
})
