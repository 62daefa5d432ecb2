import * as z from 'zod/mini'
import { channelRights } from '../../access.ts'
import { channelStatus, deviceType } from '../../enums.ts'
import { streamCaps } from '../../stream-caps.ts'
import { channelIndex } from '../../rules.ts'

/** A channel of a device: one camera picture (rule 3.3). */
export const channel = z.object({
  sn: z.string(),
  chlIndex: channelIndex,
  siteId: z.string(),
  siteName: z.string(),
  channelName: z.string(),
  devType: deviceType,
  deviceName: z.string(),
  status: channelStatus,
  /** When the status last changed, epoch ms. */
  statusSinceMs: z.number(),
  capability: z.object({ supportFun: z.array(z.string()), streams: z.array(streamCaps) }),
  /** What the signed-in person may do with it. */
  rights: z.array(z.enum(channelRights)),
})
export type Channel = z.output<typeof channel>
