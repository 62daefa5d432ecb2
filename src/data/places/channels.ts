import { queryOptions } from '@tanstack/react-query'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { ChannelStatus } from '#contract/enums.ts'
import { ask } from '../core/ask.ts'
import { withNewerStatuses } from '../core/newer-status.ts'
import { queryClient } from '../query/query-client.ts'

type ChannelList = OutputOf<typeof siteChannelList>

/** The channels of all sites that the signed-in person may see. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ask(siteChannelList, {}),
  structuralSharing: (before, after) => withNewerStatuses(before as ChannelList | undefined, after as ChannelList),
})

/** Puts a status that was pushed into the list, so that a site of many flapping cameras does not ask for it each time. */
export function setChannelStatus(change: { sn: string; chlIndex: number; status: ChannelStatus; sinceMs: number }): void {
  queryClient.setQueryData(channelsQuery.queryKey, (list) =>
    list === undefined
      ? undefined
      : {
          channels: list.channels.map((channel) =>
            channel.sn === change.sn && channel.chlIndex === change.chlIndex
              ? { ...channel, status: change.status, statusSinceMs: change.sinceMs }
              : channel,
          ),
        },
  )
}
