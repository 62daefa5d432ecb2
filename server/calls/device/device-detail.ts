import { deviceDetail as call } from '#contract/calls/device/device-detail.ts'
import { handler } from '../handler.ts'
import { boundDevices, toChannelDetail, toDevice } from './views.ts'

export const deviceDetail = handler(call, async ({ sn }, { db, rights, activities, networkTrials, bindingKeys }, caller) => {
  const { config_status, commands_json } = await rights.requireDevice(caller, sn)
  const device = await boundDevices(db).where('device.sn', '=', sn).executeTakeFirstOrThrow()
  const mayConfigure = await rights.holdsOnDevice(caller, sn, 'configure')
  const channels = await rights.channels(caller, { sn, withClosed: true })
  return {
    device: toDevice(device),
    activity: await activities.of(sn),
    configStatus: config_status,
    commands: JSON.parse(commands_json),
    mayConfigure,
    // How a device stands in the network is nothing for those who only watch.
    networkTrial: mayConfigure ? await networkTrials.of(sn) : null,
    keyMissedAtMs: mayConfigure ? await bindingKeys.missedAt(sn) : null,
    channels: channels.map(toChannelDetail),
  }
})
