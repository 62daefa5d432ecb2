import { subscribeKey } from 'valtio/utils'
import type { CoreEvent } from '#contract/core-api.ts'
import type { Resource } from '#contract/resources.ts'
import { setChannelStatus } from '../places/channels.ts'
import { coreState, onAlarms, onMediaFiles, onOutbox, onPush, onRefresh } from './core.ts'
import { isForEverybody } from './for-everybody.ts'
import { queryClient } from '../query/query-client.ts'

/** Comes with the first page of somebody who is signed in: before, there are no lists of alarms. */
const alarmNews = () => import('../records/alarm-news.ts')

/** Changes often come in bursts (a device with 16 channels goes offline): what they touch is asked for once. */
const GATHER_MS = 150

type Stale =
  | Resource
  | 'station-views'
  | 'searches'
  | 'sites'
  | 'channels'
  | 'devices'
  | 'device'
  | 'layouts'
  | 'licence'
  | 'profile'
  | 'branding'
  | 'menu'
  | 'roles'

/** Lists of what a person has set up, beside the layouts. */
const listOf: Record<string, Stale> = { tour: 'tours', search: 'searches', vs_view: 'station-views' }

const stale = new Set<Stale>()
let timer: ReturnType<typeof setTimeout> | undefined

function invalidate(...resources: Stale[]): void {
  for (const resource of resources) stale.add(resource)
  timer ??= setTimeout(() => {
    timer = undefined
    for (const resource of stale) void queryClient.invalidateQueries({ queryKey: [resource] })
    stale.clear()
  }, GATHER_MS)
}

/** Asks again for everything that hangs on which devices there are. */
export function refreshAssets(): void {
  invalidate('sites', 'channels', 'devices', 'device', 'maps', 'health', 'licence')
}

function onMessage(message: Extract<CoreEvent, { kind: 'push' }>['message']): void {
  switch (message.infoType) {
    case 'channel-status':
      setChannelStatus(message.infoContent)
      return invalidate('sites', 'health')
    case 'device-status':
    case 'device-activity':
      return invalidate('sites', 'devices', 'device', 'health')
    case 'assets-changed':
      return refreshAssets()
    case 'configs-changed':
      return invalidate(listOf[message.infoContent.configType] ?? 'layouts')
    case 'profile-changed':
      return invalidate('profile', 'menu', 'roles')
    case 'resource-changed':
      // Its name stands in the profile, its logo in the branding.
      if (message.infoContent.resource === 'organization') invalidate('profile', 'branding')
      if (message.infoContent.resource === 'purchases') invalidate('licence')
      return invalidate(message.infoContent.resource)
    // Heard by whoever has asked for it.
    case 'export-progress':
    case 'reply':
    case 'reconnect':
    case 'session-ended':
      return
  }
}

function personId(): string | undefined {
  return coreState.session.kind === 'signed-in' ? coreState.session.user.userId : undefined
}

/** All that is known is asked for again, of the lists of alarms only what they begin with. */
async function refreshAll(): Promise<void> {
  if (personId() !== undefined) await alarmNews().then(({ shortenAlarmLists }) => shortenAlarmLists(queryClient))
  await queryClient.invalidateQueries()
}

/** The one listener that turns what the core announces into invalidations. Called once, at the start. */
export function followCore(): void {
  onPush(onMessage)
  onAlarms((news) => void alarmNews().then(({ takeAlarmNews }) => takeAlarmNews(queryClient, news)))
  onRefresh(() => void refreshAll())
  onOutbox(() => void queryClient.invalidateQueries({ queryKey: ['outbox'] }))
  onMediaFiles(() => void queryClient.invalidateQueries({ queryKey: ['media-files'] }))
  let shown = personId()
  subscribeKey(coreState, 'session', () => {
    if (personId() === shown) return
    shown = personId()
    queryClient.removeQueries({ predicate: (query) => !isForEverybody(query) })
  })
}
