import { alarmsQuery } from '../records/alarms.ts'
import { unreadAlarmsQuery } from '../records/unread-alarms.ts'
import { channelsQuery } from '../places/channels.ts'
import { askCore } from '../core/core.ts'
import { devicesQuery } from '../places/devices.ts'
import { layoutsQuery } from '../places/layouts.ts'
import { profileQuery } from '../person/profile.ts'
import { queryClient } from './query-client.ts'
import { sitesQuery } from '../places/sites.ts'

/** In the timings of the page: what it needs without a network is there. */
const READY_MARK = 'sightline-kept-ready'
/** Of the last alarms; each is some ten kilobytes. */
const PICTURES = 20

/** The first pages as their addresses without search parameters ask for them. */
const devices = devicesQuery({}, 'name', false)
const alarms = alarmsQuery({})

/** Asks for what must open without a network though its page was never visited; the core keeps the answers. */
export async function askForOffline(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(sitesQuery),
    queryClient.prefetchQuery(channelsQuery),
    queryClient.prefetchQuery(layoutsQuery),
    queryClient.prefetchQuery(profileQuery),
    queryClient.prefetchQuery(unreadAlarmsQuery),
    queryClient.prefetchInfiniteQuery(devices),
    queryClient.prefetchInfiniteQuery(alarms),
  ])
  const links = queryClient.getQueryData(alarms.queryKey)?.pages[0]?.alarms.map(({ pictureUrl }) => pictureUrl)
  for (const link of links?.filter((one) => one !== null).slice(0, PICTURES) ?? []) await askCore('picture', link)
  performance.mark(READY_MARK)
}
