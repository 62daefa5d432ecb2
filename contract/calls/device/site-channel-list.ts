import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { channel } from './channel.ts'

/** The channels that the signed-in person may see, of all sites or of the sites named. */
export const siteChannelList = defineCall({
  path: '/vms/site/channel-list',
  input: z.object({ siteIds: z.optional(z.array(identifier).check(z.maxLength(1000))) }),
  output: z.object({ channels: z.array(channel) }),
  access: signedIn,
  offline: 'cache',
})
