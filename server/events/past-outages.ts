import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { outageKinds, type healthKinds } from '#contract/calls/event/alarm.ts'
import { channelKey } from '#shared/channel-key.ts'
import { askerOf, channelsSeen, seesChannel, type Who } from '../access/sees-channel.ts'
import type { Db } from '../db/open.ts'
import { BRIEF_MS } from './alarms.ts'
import { pastScreenTroubles } from './past-screen-troubles.ts'
import type { WouldRaise } from './would-raise.ts'

type HealthKind = (typeof healthKinds)[number]

interface Wanted {
  kinds: readonly HealthKind[]
  fromMs: number
  toMs: number
  /** The newest of them. */
  most: number
}

/**
 * Outages of devices and channels that the person configures, the oldest first: those of which alarms tell, and those that last without one. What
 * was over before a rule wanted to hear of it is kept nowhere.
 */
export async function pastOutages(db: Db, who: Who, { kinds, fromMs, toMs, most }: Wanted): Promise<WouldRaise[]> {
  const ofDevices = outageKinds.filter((kind) => kinds.includes(kind))
  const told = db
    .selectFrom('alarm')
    .where(seesChannel('alarm', askerOf(who), { right: 'configure' }))
    .where('organization_id', '=', who.organizationId)
    .where('started_at_ms', '>=', fromMs)
    .where('kind', 'in', ofDevices)
    .select(['kind', 'site_id', 'site_name', 'source_name', 'sn', 'chl_index', 'started_at_ms', 'recovered_at_ms'])
    .orderBy('started_at_ms', 'desc')
    .limit(most)
  const rows = ofDevices.length === 0 ? [] : await told.execute()
  const found = rows.map(
    (row): WouldRaise => ({
      kind: row.kind,
      siteId: row.site_id,
      siteName: row.site_name,
      sourceName: row.source_name,
      sn: row.sn,
      chlIndex: row.chl_index,
      startedAtMs: row.started_at_ms,
      plate: null,
      snapshotKey: null,
    }),
  )
  const known = new Set(found.map(({ sn, chlIndex, startedAtMs }) => `${channelKey(sn, chlIndex ?? -1)} ${startedAtMs}`))
  const lasting = await lastingOutages(db, who, { fromMs, toMs })
  const untold = lasting.filter(
    ({ kind, sn, chlIndex, startedAtMs }) =>
      kinds.some((one) => one === kind) && !known.has(`${channelKey(sn, chlIndex ?? -1)} ${startedAtMs}`),
  )
  const ofScreens = await pastScreenTroubles(db, who, { kinds, fromMs, toMs, most })
  return [...found, ...untold, ...ofScreens].toSorted((one, other) => one.startedAtMs - other.startedAtMs).slice(-most)
}

/** What is offline now and went in this time: a device that is gone takes its channels with it. */
async function lastingOutages(db: Db, who: Who, { fromMs, toMs }: Pick<Wanted, 'fromMs' | 'toMs'>): Promise<WouldRaise[]> {
  const rows = await channelsSeen(askerOf(who), { right: 'configure' }, db)
    .innerJoin('site', 'site.id', 'device.site_id')
    .where((where) =>
      where.or([
        where.and([
          where('device.status', '=', deviceStatuses.offline),
          where('device.status_since_ms', '>=', fromMs),
          where('device.status_since_ms', '<=', toMs - BRIEF_MS),
        ]),
        where.and([
          where('device.status', '=', deviceStatuses.online),
          where('channel.status', '=', channelStatuses.offline),
          where('channel.status_since_ms', '>=', fromMs),
          where('channel.status_since_ms', '<=', toMs - BRIEF_MS),
        ]),
      ]),
    )
    .select(['site.id as site_id', 'site.name as site_name', 'device.sn', 'device.name as device_name', 'device.status as device_status'])
    .select(['device.status_since_ms as device_since_ms', 'channel.chl_index', 'channel.name', 'channel.status_since_ms'])
    .execute()
  const outages = rows.map((row): WouldRaise => {
    const isWhole = row.device_status === deviceStatuses.offline
    return {
      kind: isWhole ? 'device-offline' : 'channel-offline',
      siteId: row.site_id,
      siteName: row.site_name,
      sourceName: isWhole ? row.device_name : row.name,
      sn: row.sn,
      chlIndex: isWhole ? null : row.chl_index,
      startedAtMs: isWhole ? row.device_since_ms : row.status_since_ms,
      plate: null,
      snapshotKey: null,
    }
  })
  return [...new Map(outages.map((outage) => [channelKey(outage.sn, outage.chlIndex ?? -1), outage])).values()]
}
