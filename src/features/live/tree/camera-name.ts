import { channelsQuery } from '../../../data/places/channels.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { queryClient } from '../../../data/query/query-client.ts'
import { siteZones } from '../../../lib/site-zones.ts'
import { wall } from '../wall/wall-store.ts'

/** What the camera in a window of the wall is called, as far as it is known; its serial number else. */
export function cameraNameOf(window: number): string {
  const shown = wall.arrangement.channels[window]
  if (!shown) return ''
  const known = queryClient.getQueryData(channelsQuery.queryKey)?.channels
  return known?.find(({ sn, chlIndex }) => sn === shown.sn && chlIndex === shown.chlIndex)?.channelName ?? shown.sn
}

/** By whose clocks it is told what a window of the wall shows, as far as the camera's site is known; else by this machine's. */
export function zoneOf(window: number): string {
  const sites = queryClient.getQueryData(sitesQuery.queryKey)?.sites ?? []
  const channels = queryClient.getQueryData(channelsQuery.queryKey)?.channels ?? []
  return siteZones(sites, channels).ofCamera(wall.arrangement.channels[window])
}
