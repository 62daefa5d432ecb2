import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { channel } from './channel.ts'
import { device } from './device.ts'

/** The sites that the person sees, with their devices and the open channels of those, as a tree. */
export const siteDeviceChl = defineCall({
  path: '/vms/site/device/chl',
  input: z.object({ siteIds: z.optional(z.array(identifier).check(z.maxLength(1000))) }),
  output: z.object({
    sites: z.array(
      z.object({
        siteId: z.string(),
        siteName: z.string(),
        devices: z.array(z.extend(device, { channels: z.array(channel) })),
      }),
    ),
  }),
  access: signedIn,
  offline: 'cache',
})
