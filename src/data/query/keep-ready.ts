import { subscribeKey } from 'valtio/utils'
import { alarmsQuery, unreadAlarmsQuery } from '../records/alarms.ts'
import { channelsQuery } from '../places/channels.ts'
import { askCore, coreState } from '../core/core.ts'
import { devicesQuery } from '../places/devices.ts'
import { layoutsQuery } from '../places/layouts.ts'
import { profileQuery } from '../person/profile.ts'
import { queryClient } from './query-client.ts'
import { sitesQuery } from '../places/sites.ts'

/** After the start, which the pages need for themselves. */
const AFTER_MS = 4_000
/** In the timings of the page: what it needs without a network is there. */
const READY_MARK = 'sightline-kept-ready'
/** Of the last alarms; each is some ten kilobytes. */
const PICTURES = 20

/** The first pages as their addresses without search parameters ask for them. */
const devices = devicesQuery({ pageNum: 1, pageSize: 20, search: undefined })
const alarms = alarmsQuery({})

/**
 * Asks once, when somebody is signed in, for what must open without a network though its page was never visited; the core keeps
 * the answers. Called once, at the start.
 */
export function keepReady(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    if (coreState.session.kind === 'signed-in') timer = setTimeout(() => void askAll(), AFTER_MS)
  }
  subscribeKey(coreState, 'session', plan)
  plan()
}

async function askAll(): Promise<void> {
  if (!coreState.isServiceReachable) return
  await Promise.all([
    queryClient.prefetchQuery(sitesQuery),
    queryClient.prefetchQuery(channelsQuery),
    queryClient.prefetchQuery(layoutsQuery),
    queryClient.prefetchQuery(profileQuery),
    queryClient.prefetchQuery(unreadAlarmsQuery),
    queryClient.prefetchQuery(devices),
    queryClient.prefetchInfiniteQuery(alarms),
  ])
  const links = queryClient.getQueryData(alarms.queryKey)?.pages[0]?.alarms.map(({ pictureUrl }) => pictureUrl)
  for (const link of links?.filter((one) => one !== null).slice(0, PICTURES) ?? []) await askCore('picture', link)
  performance.mark(READY_MARK)
}
