import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'

type Camera = Pick<Event, 'sn' | 'chlIndex'>

/** By which clocks a pass is told, and whether its camera is still there to look back at. */
export interface Zones {
  zoneOf: (camera: Camera) => string
  isThere: (camera: Camera) => boolean
}

export function useZones(): Zones {
  const zones = useSiteZones()
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => {
    const nameOf = ({ sn, chlIndex }: Camera) => `${sn}.${chlIndex}`
    const seen = (channelList?.channels ?? []).filter(({ rights }) => rights.includes('playback'))
    const cameras = new Set(seen.map(nameOf))
    return { zoneOf: zones.ofCamera, isThere: (camera) => cameras.has(nameOf(camera)) }
  }, [zones, channelList])
}
