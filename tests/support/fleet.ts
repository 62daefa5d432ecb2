import { channelStatuses, deviceStatuses, deviceTypes } from '#contract/enums.ts'
import type { Db } from '#server/db/open.ts'

/** Sites of the demonstration organization. */
export const siteIds = ['harbor-gate', 'harbor-shop', 'harbor-warehouse'] as const
const AT_ONCE = 500

interface Fleet {
  devices: number
  channels: number
  /** Sites of the demonstration organization, its own three unless named. */
  sites?: readonly string[]
}

/** Adds devices that are online to the demonstration organization, in turns to the sites, with these channels in all. */
export async function addFleet(db: Db, { devices, channels, sites = siteIds }: Fleet): Promise<void> {
  // Of a node that is there: what is online at none would soon be found to be offline.
  const node = await db.selectFrom('node').select('id').executeTakeFirst()
  const streams = [{ stream: 'main', codec: 'avc1.64001f', width: 1920, height: 1080, fps: 25 }]
  const seen = { status_since_ms: Date.now() }
  const recorder = { dev_type: deviceTypes.nvr, model: 'NVR-16', version: '4.2.1', key_hex: '', organization_id: 'harbor-logistics' }
  const device = (index: number) => ({
    ...recorder,
    ...seen,
    sn: fleetSn(index),
    site_id: siteOf(index, sites),
    name: `Recorder ${index + 1}`,
    status: deviceStatuses.online,
    node_id: node?.id ?? null,
  })
  const channel = (index: number) => ({
    ...seen,
    sn: fleetSn(index % devices),
    chl_index: Math.floor(index / devices),
    name: `Camera ${index + 1}`,
    support_fun_json: '["ptz","intercom"]',
    streams_json: JSON.stringify(streams),
    status: channelStatuses.online,
  })
  await db.transaction().execute(async (inside) => {
    for (const some of parts(devices)) await inside.insertInto('device').values(some.map(device)).execute()
    for (const some of parts(channels)) await inside.insertInto('channel').values(some.map(channel)).execute()
  })
}

export function fleetSn(index: number): string {
  return `FLEET${String(index).padStart(5, '0')}`
}

/** Where a device of the fleet stands. */
export function siteOf(index: number, sites: readonly string[] = siteIds): string {
  return sites[index % sites.length] ?? ''
}

/** The numbers below `count`, as many at a time as one statement takes. */
export function* parts(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += AT_ONCE) {
    yield Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
  }
}
