import { queryOptions } from '@tanstack/react-query'
import { askCore } from '../core/core.ts'

/** The last picture of a channel that this machine has kept, or null. Asked for anew whenever somebody needs it. */
export function snapshotQuery(channel: { sn: string; chlIndex: number }) {
  return queryOptions({
    queryKey: ['snapshot', channel.sn, channel.chlIndex],
    queryFn: async () => (await askCore('getSnapshots', [channel]))[0] ?? null,
    staleTime: 0,
    gcTime: 0,
  })
}
