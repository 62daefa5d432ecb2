import { configDeviceGet as call } from '#contract/calls/device/config-device-get.ts'
import { handler } from '../handler.ts'

export const configDeviceGet = handler(call, async ({ sn, section }, { rights, deviceCommands }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  if (section === 'general') return { section, value: await deviceCommands.run(sn, 'general-get', {}) }
  if (section === 'notify') return { section, value: await deviceCommands.run(sn, 'notify-get', {}) }
  if (section === 'recording') return { section, value: await deviceCommands.run(sn, 'record-get', {}) }
  return { section, value: await deviceCommands.run(sn, 'network-get', {}) }
})
