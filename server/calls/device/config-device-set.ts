import { configDeviceSet as call } from '#contract/calls/device/config-device-set.ts'
import type { DeviceSection } from '#contract/calls/device/device-section.ts'
import type { ConfigStatus } from '#contract/states/device.ts'
import { handler } from '../handler.ts'

export const configDeviceSet = handler(call, async ({ sn, change }, { db, rights, devices, deviceCommands, networkTrials }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  const apply = async (): Promise<DeviceSection> => {
    if (change.section === 'general') return { section: 'general', value: await deviceCommands.run(sn, 'general-set', change.value) }
    if (change.section === 'notify') return { section: 'notify', value: await deviceCommands.run(sn, 'notify-set', change.value) }
    if (change.section === 'recording') return { section: 'recording', value: await deviceCommands.run(sn, 'record-set', change.value) }
    if (change.section === 'camera') return { section: 'camera', value: await deviceCommands.run(sn, 'camera-set', change.value) }
    // A device that takes wrong addresses back by itself is not lost with them.
    const isTried = (await deviceCommands.obstacle(sn, 'network-try')) !== 'device-cannot'
    return {
      section: 'network',
      value: isTried ? await networkTrials.begin(sn, change.value) : await deviceCommands.run(sn, 'network-set', change.value),
    }
  }
  const note = (config_status: ConfigStatus) => db.updateTable('device').set({ config_status }).where('sn', '=', sn).execute()
  try {
    const applied = await apply()
    await note('applied')
    if (change.section === 'general' && change.value.name !== undefined) await devices.edit(sn, { name: change.value.name })
    return applied
  } catch (fault) {
    await note('failed')
    throw fault
  }
})
