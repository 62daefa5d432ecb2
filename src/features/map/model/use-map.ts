import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MapTiles } from '#contract/calls/map/map-get.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { alarmsQuery } from '../../../data/records/alarms.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { recordingQuery } from '../../../data/places/device-settings.ts'
import { mapsQuery } from '../../../data/places/maps.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { channelKey } from '#shared/channel-key.ts'
import { mapModel, type SiteNode } from './map-model.ts'

/** As many of the newest unread alarms as one page has: news of alarms is put into it. */
const unreadOnly = { unreadOnly: true }
/** A device is asked again only when its site is opened again. */
const RECORDING_STALE_MS = 5 * 60_000

/** Everything on the map; live by what is pushed. `asOfMs`: when it was true, without the service. */
export function useMap(): {
  sites: SiteNode[] | undefined
  tiles: MapTiles | null
  asOfMs: number | undefined
  error: Error | null
  retry: () => void
} {
  const sites = useQuery(sitesQuery)
  const channels = useQuery(channelsQuery)
  const maps = useQuery(mapsQuery)
  const unread = useInfiniteQuery(alarmsQuery(unreadOnly))
  const mapsAge = useAnswerAge(mapsQuery.queryKey)
  const channelsAge = useAnswerAge(channelsQuery.queryKey)
  const model = useMemo(
    () =>
      sites.data && channels.data && maps.data
        ? mapModel({
            sites: sites.data.sites,
            channels: channels.data.channels,
            maps: maps.data,
            unread: unread.data?.pages.flatMap(({ alarms }) => alarms) ?? [],
          })
        : undefined,
    [sites.data, channels.data, maps.data, unread.data],
  )
  return {
    sites: model,
    tiles: maps.data?.tiles ?? null,
    asOfMs: channelsAge ?? mapsAge,
    error: sites.error ?? channels.error ?? maps.error,
    retry: () => void Promise.all([sites.refetch(), channels.refetch(), maps.refetch()]),
  }
}

/** Cameras of a site that their devices record, by key: as far as the person configures those, and they answer. */
export function useRecorded(site: SiteNode | undefined): ReadonlySet<string> {
  const asked = (site?.cameras ?? []).filter(({ channel, isOnline }) => isOnline && channel.rights.includes('configure'))
  const sns = [...new Set(asked.map(({ channel }) => channel.sn))]
  return useQueries({
    queries: sns.map((sn) => ({ ...recordingQuery(sn), staleTime: RECORDING_STALE_MS, refetchInterval: false as const, retry: false })),
    combine: (answers) =>
      new Set(
        answers.flatMap(({ data }, index) =>
          (data?.channels ?? []).flatMap(({ chlIndex, mode }) => (mode === 'off' ? [] : [channelKey(sns[index] ?? '', chlIndex)])),
        ),
      ),
  })
}
