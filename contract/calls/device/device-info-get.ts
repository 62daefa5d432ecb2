import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceInfo } from './device-info.ts'
import { serialNumber } from '../../rules.ts'

/**
 * What a device says of itself: settings, network and storage, each null when the device has none. Asked of the device when it is online,
 * else as it was known last; `asOfMs` says when. Fails with serial-number-unknown when it is not there or not seen, with device-offline
 * when it is offline and was never asked.
 */
export const deviceInfoGet = defineCall({
  path: '/vms/device/info/get',
  input: z.object({ sn: serialNumber }),
  output: z.extend(deviceInfo, { sn: z.string(), asOfMs: z.number() }),
  access: signedIn,
  offline: 'cache',
})
