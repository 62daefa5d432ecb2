import { deviceHistory as call } from '#contract/calls/device/device-history.ts'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { CallFault } from '../call-fault.ts'
import { WHOLE_DEVICE } from '../../devices/status-history.ts'
import { handler } from '../handler.ts'

export const deviceHistory = handler(call, async ({ sn, chlIndex }, { rights, statusHistory }, caller) => {
  const device = await rights.requireDevice(caller, sn)
  if (chlIndex === undefined) return statusHistory.of(sn, WHOLE_DEVICE, { startMs: device.status_since_ms, status: device.status })
  const [channel] = await rights.channels(caller, { sn, chlIndex, withClosed: true })
  if (channel === undefined) throw new CallFault('channel-missing')
  const status = channel.status === channelStatuses.online ? deviceStatuses.online : deviceStatuses.offline
  return statusHistory.of(sn, chlIndex, { startMs: channel.status_since_ms, status })
})
