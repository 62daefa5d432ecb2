import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelStatus } from '../../enums.ts'
import { identifier, pageNumber, searchText, serialNumber } from '../../rules.ts'
import { channelDetail } from './channel-detail.ts'

/**
 * One page of the channels that the person sees, closed ones too, by site, device and index. `search` matches names of channel and device, and the serial
 * number.
 */
export const channelPage = defineCall({
  path: '/vms/channel/page',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    search: z.optional(searchText),
    siteId: z.optional(identifier),
    sn: z.optional(serialNumber),
    status: z.optional(channelStatus),
    isOpen: z.optional(z.boolean()),
  }),
  output: z.object({ total: z.int(), channels: z.array(channelDetail) }),
  access: signedIn,
  offline: 'cache',
})
