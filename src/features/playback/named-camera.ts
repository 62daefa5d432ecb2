import { useQuery } from '@tanstack/react-query'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { cameraOf } from '../../lib/playback-address.ts'

/** A camera with its name and the zone of its site, as far as they are known. */
export interface NamedCamera extends ChannelRef {
  name: string
  zone: string | undefined
  /** Its live picture may be seen, too. */
  mayLive: boolean
}

/** The cameras of an address. */
export function useNamed(texts: readonly string[]): NamedCamera[] {
  const { data: channels } = useQuery(channelsQuery)
  const { data: sites } = useQuery(sitesQuery)
  return texts.flatMap((text) => {
    const camera = cameraOf(text)
    if (camera === undefined) return []
    const channel = channels?.channels.find(({ sn, chlIndex }) => sn === camera.sn && chlIndex === camera.chlIndex)
    const site = sites?.sites.find(({ siteId }) => siteId === channel?.siteId)
    return [
      { ...camera, name: channel?.channelName ?? camera.sn, zone: site?.timeZone, mayLive: channel?.rights.includes('live') ?? false },
    ]
  })
}

/** Times are those of the first camera's site. */
export function zoneOf(cameras: readonly NamedCamera[]): string | undefined {
  return cameras.find(({ zone }) => zone !== undefined)?.zone
}
