import { configDeviceGet as call } from '#contract/calls/device/config-device-get.ts'
import { handler } from '../handler.ts'

export const configDeviceGet = handler(call, async ({ sn, section, chlIndex = 0 }, { rights, deviceCommands }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  if (section === 'general') return { section, value: await deviceCommands.run(sn, 'general-get', {}) }
  if (section === 'notify') return { section, value: await deviceCommands.run(sn, 'notify-get', {}) }
  if (section === 'recording') return { section, value: await deviceCommands.run(sn, 'record-get', {}) }
  if (section === 'camera') return { section, value: await deviceCommands.run(sn, 'camera-get', { chlIndex }) }
  return { section, value: await deviceCommands.run(sn, 'network-get', {}) }
})
