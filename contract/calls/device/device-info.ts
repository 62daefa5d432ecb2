import * as z from 'zod/mini'
import { sdStatus, storageInfo } from '../../device-commands.ts'
import { generalSettings, networkSettings } from '../../device-settings.ts'

/** What a device says of itself, as far as it can. */
export const deviceInfo = z.object({
  general: z.nullable(generalSettings),
  network: z.nullable(networkSettings),
  storage: z.nullable(storageInfo),
  sd: z.nullable(sdStatus),
})
export type DeviceInfo = z.output<typeof deviceInfo>
