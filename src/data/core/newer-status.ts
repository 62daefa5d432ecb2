import { replaceEqualDeep } from '@tanstack/react-query'
import type { OutputOf } from '#contract/define-call.ts'
import type { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { channelKey } from '#shared/channel-key.ts'

type List = OutputOf<typeof siteChannelList>

/**
 * The list of channels that follows another one (`structuralSharing` of its query): a status that is newer than the list's own stays, since it was
 * pushed while the list was on its way. What did not change is the same object as before.
 */
export function withNewerStatuses(before: List | undefined, after: List): List {
  if (before === undefined) return after
  const keyOf = ({ sn, chlIndex }: List['channels'][number]) => channelKey(sn, chlIndex)
  const known = new Map(before.channels.map((channel) => [keyOf(channel), channel]))
  const channels = after.channels.map((channel) => {
    const { status, statusSinceMs = 0 } = known.get(keyOf(channel)) ?? {}
    return status !== undefined && statusSinceMs > channel.statusSinceMs ? { ...channel, status, statusSinceMs } : channel
  })
  return replaceEqualDeep(before, { ...after, channels })
}
