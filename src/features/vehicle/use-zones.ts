import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { ownZone } from '../../lib/own-zone.ts'

type Camera = Pick<Event, 'sn' | 'chlIndex'>

/** By which clocks a pass is told, and whether its camera is still there to look back at. */
export interface Zones {
  zoneOf: (camera: Camera) => string
  isThere: (camera: Camera) => boolean
}

export function useZones(): Zones {
  const { data: siteList } = useQuery(sitesQuery)
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => {
    const own = ownZone()
    const zones = new Map(siteList?.sites.map(({ siteId, timeZone }) => [siteId, isTimeZone(timeZone) ? timeZone : own]))
    const nameOf = ({ sn, chlIndex }: Camera) => `${sn}.${chlIndex}`
    const seen = (channelList?.channels ?? []).filter(({ rights }) => rights.includes('playback'))
    const channels = new Map(seen.map((channel) => [nameOf(channel), channel]))
    return {
      zoneOf: (camera) => zones.get(channels.get(nameOf(camera))?.siteId ?? '') ?? own,
      isThere: (camera) => channels.has(nameOf(camera)),
    }
  }, [siteList, channelList])
}
