import type { healthKinds } from '#contract/calls/event/alarm.ts'
import { rolesWith, askerOf, bareDevices, type Who } from '../access/sees-channel.ts'
import type { Db } from '../db/open.ts'
import { healthKindOf, sourceOf } from '../stations/trouble-kinds.ts'
import { asksFor, BRIEF_MS } from './alarms.ts'
import type { WouldRaise } from './would-raise.ts'

interface Wanted {
  kinds: readonly (typeof healthKinds)[number][]
  fromMs: number
  toMs: number
  most: number
}

/** What troubled the viewing stations that the person configures, of these kinds, from their own history: the newest of them. */
export async function pastScreenTroubles(db: Db, who: Who, { kinds, fromMs, toMs, most }: Wanted): Promise<WouldRaise[]> {
  const ofOrganization = db
    .selectFrom('station_trouble as trouble')
    .innerJoin('device', 'device.sn', 'trouble.sn')
    .innerJoin('site', 'site.id', 'device.site_id')
    .where('device.organization_id', '=', who.organizationId)
  const configured = bareDevices(askerOf(who), rolesWith('configure')).select('device.sn')
  const stations = who.role === 'administrator' ? ofOrganization : ofOrganization.where('device.sn', 'in', configured)
  const rows = await stations
    .where('trouble.start_ms', '>=', fromMs)
    .where('trouble.start_ms', '<=', toMs - BRIEF_MS)
    .where((where) =>
      where.or([where('trouble.end_ms', 'is', null), where('trouble.end_ms', '>=', where('trouble.start_ms', '+', BRIEF_MS))]),
    )
    .select(['trouble.kind', 'trouble.vo_id', 'trouble.camera_name', 'trouble.start_ms', 'device.sn', 'device.name'])
    .select(['site.id as site_id', 'site.name as site_name'])
    .orderBy('trouble.start_ms', 'desc')
    .orderBy('trouble.id')
    .limit(most)
    .execute()
  return rows
    .map((row): WouldRaise & { kind: ReturnType<typeof healthKindOf> } => ({
      kind: healthKindOf(row.kind),
      siteId: row.site_id,
      siteName: row.site_name,
      sourceName: sourceOf({ name: row.name, voId: row.vo_id, cameraName: row.camera_name }),
      sn: row.sn,
      chlIndex: null,
      startedAtMs: row.start_ms,
      plate: null,
      snapshotKey: null,
    }))
    .filter(({ kind }) => asksFor(kinds, kind))
}
