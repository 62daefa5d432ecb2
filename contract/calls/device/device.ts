import * as z from 'zod/mini'
import { deviceStatus, deviceType } from '../../enums.ts'

/** A device bound to a site (rule 3.2). */
export const device = z.object({
  sn: z.string(),
  name: z.string(),
  devType: deviceType,
  model: z.string(),
  version: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  status: deviceStatus,
  statusSinceMs: z.number(),
  channelTotal: z.int(),
})
export type Device = z.output<typeof device>
