import type { HealthLine } from '#contract/calls/health/health-line.ts'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Rights } from '../access/rights.ts'
import { askerOf, channelsSeen, seesChannel, seesDevice, type Who } from '../access/sees-channel.ts'
import type { Db } from '../db/open.ts'
import { LEAST_DROPPED } from './stream-drops.ts'
import type { Trouble } from './told-state.ts'

/** Of each kind so many rows are read: whoever has more to do begins with these. */
const MOST_ROWS = 1_000

export type Line = Omit<HealthLine, 'known' | 'key'>

/** Sites whose devices are all gone, and the devices that are gone of the others. */
export function outageLines(sites: readonly SiteStanding[], gone: readonly GoneDevice[]): Line[] {
  const whole = new Set(sites.filter(({ devices, offline }) => devices > 1 && devices === offline).map(({ siteId }) => siteId))
  const ofSites = [...Map.groupBy(gone, ({ siteId }) => siteId)].flatMap(([siteId, devices]): Line[] => {
    const [first] = devices
    if (first === undefined || !whole.has(siteId)) return []
    // It was gone as a whole when the last one went.
    const sinceMs = Math.max(...devices.map((device) => device.sinceMs))
    return [
      {
        kind: 'site-offline',
        siteId,
        siteName: first.siteName,
        sinceMs,
        count: sites.find((site) => site.siteId === siteId)?.devices ?? devices.length,
      },
    ]
  })
  return [...ofSites, ...gone.filter(({ siteId }) => !whole.has(siteId)).map((device): Line => ({ kind: 'device-offline', ...device }))]
}

export interface SiteStanding {
  siteId: string
  devices: number
  offline: number
}
export interface GoneDevice {
  siteId: string
  siteName: string
  sn: string
  name: string
  sinceMs: number
}

/** Devices that the person sees, by where they stand and what they run. */
export async function standingDevices(db: Db, who: Who): Promise<StandingDevices[]> {
  const rows = await db
    .selectFrom('device')
    .where(seesDevice(askerOf(who)))
    .groupBy(['device.site_id', 'device.status', 'device.model', 'device.version'])
    .select(({ fn }) => ['device.site_id', 'device.status', 'device.model', 'device.version', fn.countAll<number | string>().as('total')])
    .execute()
  return rows.map(({ site_id, status, model, version, total }) => ({
    siteId: site_id ?? '',
    isOffline: status === deviceStatuses.offline,
    model,
    version,
    count: Number(total),
  }))
}

interface StandingDevices {
  siteId: string
  isOffline: boolean
  model: string
  version: string
  count: number
}

const sum = (devices: readonly StandingDevices[]) => devices.reduce((total, { count }) => total + count, 0)

/** How many devices the person sees at each site, and how many of them are offline. */
export function standingOfSites(devices: readonly StandingDevices[]): SiteStanding[] {
  return [...Map.groupBy(devices, ({ siteId }) => siteId)].map(([siteId, ofSite]) => ({
    siteId,
    devices: sum(ofSite),
    offline: sum(ofSite.filter(({ isOffline }) => isOffline)),
  }))
}

export async function goneDevices(db: Db, who: Who): Promise<GoneDevice[]> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('site', 'site.id', 'device.site_id')
    .where(seesDevice(askerOf(who)))
    .where('device.status', '=', deviceStatuses.offline)
    .orderBy('device.status_since_ms')
    .limit(MOST_ROWS)
    .select(['site.id as siteId', 'site.name as siteName', 'device.sn', 'device.name', 'device.status_since_ms as sinceMs'])
    .execute()
  return rows
}

/** How many open cameras the person sees, and how many of them do not answer though their device does. */
export async function countCameras(db: Db, who: Who): Promise<{ cameras: number; gone: number }> {
  const rows = await channelsSeen(askerOf(who), {}, db)
    .groupBy(['channel.status', 'device.status'])
    .select(({ fn }) => ['channel.status as channel', 'device.status as device', fn.countAll<number | string>().as('total')])
    .execute()
  const isGone = (row: (typeof rows)[number]) => row.channel === channelStatuses.offline && row.device === deviceStatuses.online
  const count = (some: typeof rows) => some.reduce((all, { total }) => all + Number(total), 0)
  return { cameras: count(rows), gone: count(rows.filter(isGone)) }
}

/** Cameras that do not answer though their device does. */
export async function cameraLines(db: Db, who: Who): Promise<Line[]> {
  const rows = await channelsSeen(askerOf(who), {}, db)
    .innerJoin('site', 'site.id', 'device.site_id')
    .where('channel.status', '=', channelStatuses.offline)
    .where('device.status', '=', deviceStatuses.online)
    .orderBy('channel.status_since_ms')
    .limit(MOST_ROWS)
    .select(['site.id as siteId', 'site.name as siteName', 'channel.sn', 'channel.chl_index as chlIndex', 'channel.name'])
    .select('channel.status_since_ms as sinceMs')
    .execute()
  return rows.map((row) => ({ kind: 'camera-offline', ...row }))
}

/** Cameras whose pictures the lines to those who watch do not take. */
export async function dropLines(db: Db, who: Who): Promise<Line[]> {
  const rows = await channelsSeen(askerOf(who), {}, db)
    .innerJoin('stream_drop', (join) =>
      join.onRef('stream_drop.sn', '=', 'channel.sn').onRef('stream_drop.chl_index', '=', 'channel.chl_index'),
    )
    .innerJoin('site', 'site.id', 'device.site_id')
    .where('stream_drop.units', '>=', LEAST_DROPPED)
    .orderBy('stream_drop.since_ms')
    .limit(MOST_ROWS)
    .select(['site.id as siteId', 'site.name as siteName', 'channel.sn', 'channel.chl_index as chlIndex', 'channel.name'])
    .select(['stream_drop.since_ms as sinceMs', 'stream_drop.units as count'])
    .execute()
  return rows.map((row) => ({ kind: 'stream-dropping', ...row }))
}

/** What is wrong with the disks and the recordings of devices that the person sees, by what they told last. Those that are gone have told it before. */
export async function storageLines(db: Db, rights: Rights, who: Who): Promise<Line[]> {
  const rows = await db
    .selectFrom('device_health')
    .innerJoin('device', 'device.sn', 'device_health.sn')
    .innerJoin('site', 'site.id', 'device.site_id')
    .where('device_health.organization_id', '=', who.organizationId)
    .where('troubles_json', 'is not', null)
    .where(seesDevice(askerOf(who)))
    .limit(MOST_ROWS)
    .select(['site.id as siteId', 'site.name as siteName', 'device.sn', 'device.name', 'troubles_json', 'told_at_ms'])
    .execute()
  const found = rows.flatMap(({ troubles_json, told_at_ms, ...place }) =>
    (JSON.parse(troubles_json ?? '[]') as Trouble[]).map(
      (trouble): Line => ({ ...place, ...trouble, ...(told_at_ms !== null && { toldMs: told_at_ms }) }),
    ),
  )
  const named = found.flatMap(({ sn, chlIndex }) => (sn !== undefined && chlIndex !== undefined ? [{ sn, chlIndex }] : []))
  const seen = await rights.channelsNamed(who, named)
  const cameras = new Map(seen.map((row) => [channelKey(row.sn, row.chl_index), row.name]))
  return found.flatMap((line) => {
    if (line.sn === undefined || line.chlIndex === undefined) return [line]
    const name = cameras.get(channelKey(line.sn, line.chlIndex))
    return name === undefined ? [] : [{ ...line, name }]
  })
}

/** The device, of those that the person sees, whose disks hold the fewest days of what it records now. */
export async function leastRoom(db: Db, who: Who): Promise<{ sn: string; name: string; days: number } | null> {
  const row = await db
    .selectFrom('device_health')
    .innerJoin('device', 'device.sn', 'device_health.sn')
    .where('device_health.organization_id', '=', who.organizationId)
    .where('holds_days', 'is not', null)
    .where(seesDevice(askerOf(who)))
    .orderBy('holds_days')
    .orderBy('device.sn')
    .limit(1)
    .select(['device.sn', 'device.name', 'holds_days as days'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, days: row.days ?? 0 }
}

/** Alarms of the last day that nobody has looked into, by site. */
export async function alarmLines(db: Db, who: Who, nowMs: number): Promise<Line[]> {
  const rows = await db
    .selectFrom('alarm')
    .where(seesChannel('alarm', askerOf(who)))
    .where('handling_state', '=', 'open')
    .where('started_at_ms', '>=', nowMs - DAY_MS)
    .groupBy('site_id')
    .select(({ fn }) => ['site_id', fn.countAll<number | string>().as('total'), fn.min<number>('started_at_ms').as('first')])
    .execute()
  const ids = rows.map((row) => row.site_id)
  const sites = ids.length === 0 ? [] : await db.selectFrom('site').where('id', 'in', ids).select(['id', 'name']).execute()
  const names = new Map(sites.map(({ id, name }) => [id, name]))
  return rows.flatMap(({ site_id, total, first }) => {
    const siteName = names.get(site_id)
    return siteName === undefined ? [] : [{ kind: 'alarms-open', siteId: site_id, siteName, count: Number(total), sinceMs: first }]
  })
}

/** Devices of a model that run an older version than others of it do. */
export function versionLines(devices: readonly StandingDevices[]): Line[] {
  const known = devices.filter(({ model, version }) => model !== '' && version !== '')
  return [...Map.groupBy(known, ({ model }) => model)].flatMap(([model, ofModel]): Line[] => {
    const versions = [...new Set(ofModel.map(({ version }) => version))]
    const [newest = ''] = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    const count = sum(ofModel.filter(({ version }) => version !== newest))
    return count === 0 ? [] : [{ kind: 'version-behind', name: model, part: newest, count }]
  })
}
