import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cameraChange } from '../../camera-settings.ts'
import { generalChange, networkSettings, notifySettings, recordingChange } from '../../device-settings.ts'
import { serialNumber } from '../../rules.ts'
import { deviceSection } from './device-section.ts'

/**
 * Changes settings of a device, and answers with the section as the device has it then: of `general` what is named, of `network` and `notify` all, of
 * `recording` one channel, of `camera` what is named of one channel. Network settings are tried by devices that can (`network-try`): what became of them is
 * told by `/vms/device/detail`. A new name is the device's name in the service, too. Fails with serial-number-unknown, no-device-permission,
 * device-offline, device-went-away (before it answered: it may have done it), device-silent (no
 * answer), wrong-state (busy), device-cannot (it has no such settings), device-refuses-value (it refuses a value; `field` says which),
 * device-part-missing (it has no such channel).
 */
export const configDeviceSet = defineCall({
  path: '/vms/config/device/set',
  input: z.object({
    sn: serialNumber,
    change: z.discriminatedUnion('section', [
      z.object({ section: z.literal('general'), value: generalChange }),
      z.object({ section: z.literal('network'), value: networkSettings }),
      z.object({ section: z.literal('notify'), value: notifySettings }),
      z.object({ section: z.literal('recording'), value: recordingChange }),
      z.object({ section: z.literal('camera'), value: cameraChange }),
    ]),
  }),
  output: deviceSection,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
