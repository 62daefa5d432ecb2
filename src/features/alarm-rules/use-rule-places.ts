import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { channelKey } from '#shared/channel-key.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import type { ChosenSite } from '../../ui/places/places-tree.tsx'
import { ownZone } from '../../lib/own-zone.ts'

export interface RulePlaces {
  isThere: boolean
  sites: readonly ChosenSite[]
  siteName: (siteId: string) => string | undefined
  camera: (channel: { sn: string; chlIndex: number }) => Channel | undefined
  /** The zone of a site, if this browser knows it. */
  zoneOfSite: (siteId: string) => string | undefined
  /** The zones of all places of a scope, each once. */
  zonesOf: (scope: RuleScope) => string[]
}

/** Where rules can hold, and by which clocks. */
export function useRulePlaces(isAdministrator: boolean): RulePlaces {
  const { data: siteList } = useQuery(sitesQuery)
  const { data: channelList } = useQuery(channelsQuery)
  return useMemo(() => {
    const zones = new Map(siteList?.sites.map(({ siteId, timeZone }) => [siteId, isTimeZone(timeZone) ? timeZone : ownZone()]))
    const names = new Map(siteList?.sites.map(({ siteId, siteName }) => [siteId, siteName]))
    const channels = channelList?.channels ?? []
    const byKey = new Map(channels.map((channel) => [channelKey(channel.sn, channel.chlIndex), channel]))
    const bySite = Map.groupBy(channels, ({ siteId }) => siteId)
    const sites = (siteList?.sites ?? []).flatMap(({ siteId, siteName }): ChosenSite[] => {
      const seen = bySite.get(siteId) ?? []
      const cameras = seen.filter(({ rights }) => rights.includes('configure'))
      // A site without cameras can get some.
      return isAdministrator || cameras.length > 0 ? [{ siteId, siteName, cameras, isWhole: cameras.length === seen.length }] : []
    })
    const camera = ({ sn, chlIndex }: { sn: string; chlIndex: number }) => byKey.get(channelKey(sn, chlIndex))
    return {
      isThere: siteList !== undefined && channelList !== undefined,
      sites,
      siteName: (siteId) => names.get(siteId),
      camera,
      zoneOfSite: (siteId) => zones.get(siteId),
      zonesOf: ({ siteIds, channels: chosen }) => {
        const named = [...siteIds, ...chosen.map((channel) => camera(channel)?.siteId ?? '')]
        return [...new Set(named.flatMap((siteId) => zones.get(siteId) ?? []))]
      },
    }
  }, [siteList, channelList, isAdministrator])
}
