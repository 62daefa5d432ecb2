import { deviceLogsList as call } from '#contract/calls/device/device-logs-list.ts'
import { handler } from '../handler.ts'

export const deviceLogsList = handler(call, async ({ sn }, { rights, deviceLogs }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  return { logs: await deviceLogs.list(sn) }
})
