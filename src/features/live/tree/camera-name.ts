import { channelsQuery } from '../../../data/places/channels.ts'
import { queryClient } from '../../../data/query/query-client.ts'
import { wall } from '../wall/wall-store.ts'

/** What the camera in a window of the wall is called, as far as it is known; its serial number else. */
export function cameraNameOf(window: number): string {
  const shown = wall.arrangement.channels[window]
  if (!shown) return ''
  const known = queryClient.getQueryData(channelsQuery.queryKey)?.channels
  return known?.find(({ sn, chlIndex }) => sn === shown.sn && chlIndex === shown.chlIndex)?.channelName ?? shown.sn
}
