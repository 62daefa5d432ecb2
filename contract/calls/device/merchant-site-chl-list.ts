import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall, type OutputOf } from '../../define-call.ts'
import { channelIndex, searchText } from '../../rules.ts'

/** Every site of the organization with the names of its channels, closed ones too: what roles of users can be given on. */
export const merchantSiteChlList = defineCall({
  path: '/vms/merchant-site-chl/list',
  input: z.object({ search: z.nullable(searchText) }),
  output: z.object({
    sites: z.array(
      z.object({
        siteId: z.string(),
        siteName: z.string(),
        channels: z.array(
          z.object({ sn: z.string(), chlIndex: channelIndex, channelName: z.string(), deviceName: z.string(), isOpen: z.boolean() }),
        ),
      }),
    ),
  }),
  access: administrator,
  offline: 'cache',
})
export type SiteWithChannels = OutputOf<typeof merchantSiteChlList>['sites'][number]
