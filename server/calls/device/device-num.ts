import { deviceNum as call } from '#contract/calls/device/device-num.ts'
import { deviceStatuses, deviceTypes, type DeviceStatus } from '#contract/enums.ts'
import { handler } from '../handler.ts'
import { askerOf, seesDevice } from '../../access/sees-channel.ts'

export const deviceNum = handler(call, async (_input, { db }, caller) => {
  const counts = await db
    .selectFrom('device')
    .where(seesDevice(askerOf(caller)))
    .groupBy(['dev_type', 'status'])
    .select(['dev_type', 'status', ({ fn }) => fn.countAll<number | string>().as('count')])
    .execute()
  const numberOf = (rows: typeof counts) => rows.reduce((sum, { count }) => sum + Number(count), 0)
  const withStatus = (status: DeviceStatus) => numberOf(counts.filter((row) => row.status === status))
  const types = Object.values(deviceTypes).map((devType) => {
    const ofType = counts.filter((row) => row.dev_type === devType)
    return { devType, total: numberOf(ofType), online: numberOf(ofType.filter((row) => row.status === deviceStatuses.online)) }
  })
  const { online, offline, unknown } = deviceStatuses
  return {
    total: numberOf(counts),
    online: withStatus(online),
    offline: withStatus(offline),
    unknown: withStatus(unknown),
    types: types.filter(({ total }) => total > 0),
  }
})
