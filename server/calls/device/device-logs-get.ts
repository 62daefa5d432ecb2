import { deviceLogsGet as call } from '#contract/calls/device/device-logs-get.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const deviceLogsGet = handler(call, async ({ logId }, { rights, deviceLogs }, caller) => {
  const log = await deviceLogs.read(logId)
  if (log === undefined || !(await rights.holdsOnDevice(caller, log.sn, 'configure'))) throw new CallFault('not-found')
  return { fileName: log.file_name, text: log.text }
})
