import { deviceInfoGet as call } from '#contract/calls/device/device-info-get.ts'
import { handler } from '../handler.ts'

export const deviceInfoGet = handler(call, async ({ sn }, { rights, deviceInfos }, caller) => {
  await rights.requireDevice(caller, sn)
  const info = await deviceInfos.get(sn)
  // How a device stands in the network is nothing for those who only watch.
  const network = (await rights.holdsOnDevice(caller, sn, 'configure')) ? info.network : null
  return { ...info, network, sn }
})
