import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import type { Place } from '../../ui/filters/place-filter.tsx'
import { ownZone } from '../../lib/own-zone.ts'
import { cameraText } from '../../ui/filters/place-address.ts'
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
  const { data: siteList } = useQuery(sitesQuery)
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => {
    const own = ownZone()
    const zones = new Map(siteList?.sites.map(({ siteId, timeZone }) => [siteId, isTimeZone(timeZone) ? timeZone : own]))
    const channels = (channelList?.channels ?? []).filter(({ rights }) => rights.includes('playback'))
    const byText = new Map(channels.map((channel) => [cameraText(channel), channel]))
    const bySite = Map.groupBy(channels, ({ siteId }) => siteId)
    const zoneOfSite = (siteId: string | undefined) => zones.get(siteId ?? '') ?? own
    const channelOf = (event: Pick<Event, 'sn' | 'chlIndex'>) => byText.get(cameraText(event))
    return {
      sites: [...bySite].map(([siteId, cameras]) => ({ siteId, siteName: cameras[0]?.siteName ?? '', cameras })),
      channelOf,
      zoneOf: (event) => zoneOfSite(channelOf(event)?.siteId),
      zoneOfSearch: ({ sites, cameras }) => {
        const named = [...(sites ?? []), ...(cameras ?? []).map((text) => byText.get(text)?.siteId ?? '')]
        const found = new Set((named.length > 0 ? named : [...bySite.keys()]).map(zoneOfSite))
        return found.size === 1 ? ([...found][0] ?? own) : own
      },
    }
  }, [siteList, channelList])
}
