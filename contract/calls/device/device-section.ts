import * as z from 'zod/mini'
import { cameraSettings } from '../../camera-settings.ts'
import { generalSettings, networkSettings, notifySettings, recordingSettings } from '../../device-settings.ts'

/** A section of a device's settings, with its values. */
export const deviceSection = z.discriminatedUnion('section', [
  z.object({ section: z.literal('general'), value: generalSettings }),
  z.object({ section: z.literal('network'), value: networkSettings }),
  z.object({ section: z.literal('notify'), value: notifySettings }),
  z.object({ section: z.literal('recording'), value: recordingSettings }),
  z.object({ section: z.literal('camera'), value: cameraSettings }),
])
export type DeviceSection = z.output<typeof deviceSection>
