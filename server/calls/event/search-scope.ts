import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { FEW_CHANNELS, type SearchScope } from '../../events/event-search.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'

/**
 * Where a person may search for events, and wants to: the channels that they may play back, of the sites and channels named. What they
 * may not see is left out, as if it did not exist. An administrator who names nothing searches all that the organization ever saw.
 */
export async function searchScope(
  { db, rights }: Pick<Context, 'db' | 'rights'>,
  caller: Caller,
  { siteIds, channels }: { siteIds?: readonly string[] | undefined; channels?: readonly ChannelRef[] | undefined },
): Promise<SearchScope> {
  const { organizationId } = caller
  if (caller.role === 'administrator' && siteIds === undefined && channels === undefined) return { organizationId, channels: 'all' }
  if (siteIds?.length === 0) return { organizationId, channels: [] }
  if (channels !== undefined) {
    const seen = (await rights.channelsNamed(caller, channels)).filter((row) => row.rights.includes('playback'))
    return { organizationId, channels: seen.filter((row) => siteIds?.includes(row.site_id) ?? true).map(toRef) }
  }
  const held = channelsSeen(askerOf(caller), { right: 'playback' }, db).select(['channel.sn', 'channel.chl_index'])
  const seen = siteIds === undefined ? held : held.where('device.site_id', 'in', siteIds)
  const first = await seen.limit(FEW_CHANNELS + 1).execute()
  return { organizationId, channels: first.length > FEW_CHANNELS ? { seen } : first.map(toRef) }
}

function toRef({ sn, chl_index: chlIndex }: { sn: string; chl_index: number }): ChannelRef {
  return { sn, chlIndex }
}
