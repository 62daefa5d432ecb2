import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelDetail, channelNames } from './channel-detail.ts'

/** The channels named, closed ones too. One that the person may not see, or that does not exist, is left out. */
export const channelListDetail = defineCall({
  path: '/vms/channel/list/detail',
  input: z.object({ channels: channelNames }),
  output: z.object({ channels: z.array(channelDetail) }),
  access: signedIn,
  offline: 'cache',
})
