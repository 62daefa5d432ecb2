import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { siteZones, type SiteZones } from '../../lib/site-zones.ts'
import { channelsQuery } from './channels.ts'
import { sitesQuery } from './sites.ts'

/** By which clocks it is told what happened at the places that the person sees. */
export function useSiteZones(): SiteZones {
  const { data: siteList } = useQuery(sitesQuery)
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => siteZones(siteList?.sites ?? [], channelList?.channels ?? []), [siteList, channelList])
}
