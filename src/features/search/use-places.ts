import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import type { Place } from '../../ui/filters/place-filter.tsx'
import { cameraText } from '../../ui/filters/place-address.ts'
import { sitesSearched } from '../../ui/filters/place-choice.ts'
import type { EventSearch } from './event-search.ts'

/** Where can be searched, and by which clocks what happened there is told. */
export interface Places {
  /** With those cameras whose past the person may see. */
  sites: readonly Place[]
  channelOf: (event: Pick<Event, 'sn' | 'chlIndex'>) => Channel | undefined
  /** The zone of the event's site; this machine's where the site is not known any more. */
  zoneOf: (event: Pick<Event, 'sn' | 'chlIndex'>) => string
  /** The zone that all places searched have in common, else this machine's. */
  zoneOfSearch: (search: EventSearch) => string
}

export function usePlaces(): Places {
  const zones = useSiteZones()
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => {
    const channels = (channelList?.channels ?? []).filter(({ rights }) => rights.includes('playback'))
    const byText = new Map(channels.map((channel) => [cameraText(channel), channel]))
    const bySite = Map.groupBy(channels, ({ siteId }) => siteId)
    const sites = [...bySite].map(([siteId, those]) => ({ siteId, siteName: those[0]?.siteName ?? '', cameras: those }))
    const channelOf = (event: Pick<Event, 'sn' | 'chlIndex'>) => byText.get(cameraText(event))
    return {
      sites,
      channelOf,
      zoneOf: zones.ofCamera,
      zoneOfSearch: (search) => zones.ofAll(sitesSearched(search, sites)),
    }
  }, [zones, channelList])
}
