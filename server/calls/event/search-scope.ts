import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import type { SearchScope } from '../../events/event-search.ts'

/**
 * Where a person may search for events, and wants to: the channels that they may play back, of the sites and channels named. What they
 * may not see is left out, as if it did not exist. An administrator who names nothing searches all that the organization ever saw.
 */
export async function searchScope(
  { rights }: Pick<Context, 'rights'>,
  caller: Caller,
  { siteIds, channels }: { siteIds?: readonly string[] | undefined; channels?: readonly ChannelRef[] | undefined },
): Promise<SearchScope> {
  const { organizationId } = caller
  if (caller.role === 'administrator' && siteIds === undefined && channels === undefined) return { organizationId, channels: 'all' }
  const wanted = channels && new Set(channels.map(({ sn, chlIndex }) => `${sn}/${chlIndex}`))
  const seen = await rights.channels(caller, { siteIds })
  return {
    organizationId,
    channels: seen
      .filter((row) => row.rights.includes('playback') && (wanted?.has(`${row.sn}/${row.chl_index}`) ?? true))
      .map((row) => ({ sn: row.sn, chlIndex: row.chl_index })),
  }
}
