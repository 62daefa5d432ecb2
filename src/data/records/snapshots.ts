import { queryOptions } from '@tanstack/react-query'
import { getSnapshots } from '../core/core.ts'

/** The last picture of a channel that this machine has kept, or null. Asked for anew whenever somebody needs it. */
export function snapshotQuery(channel: { sn: string; chlIndex: number }) {
  return queryOptions({
    queryKey: ['snapshot', channel.sn, channel.chlIndex],
    queryFn: async () => (await getSnapshots([channel]))[0] ?? null,
    staleTime: 0,
    gcTime: 0,
  })
}
