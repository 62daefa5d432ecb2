import { channelStatuses, deviceStatuses, deviceTypes } from '#contract/enums.ts'
import type { Db } from '#server/db/open.ts'

/** Sites of the demonstration organization. */
export const siteIds = ['harbor-gate', 'harbor-shop', 'harbor-warehouse'] as const

/** Adds devices that are online to the demonstration organization, in turns to its sites, with these channels in all. */
export async function addFleet(db: Db, { devices, channels }: { devices: number; channels: number }): Promise<void> {
  const streams = [{ stream: 'main', codec: 'avc1.64001f', width: 1920, height: 1080, fps: 25 }]
  const seen = { status_since_ms: Date.now() }
  await db.transaction().execute(async (inside) => {
    for (let index = 0; index < devices; index += 1) {
      const sn = fleetSn(index)
      const site_id = siteIds[index % siteIds.length] ?? siteIds[0]
      const what = { dev_type: deviceTypes.nvr, model: 'NVR-16', version: '4.2.1', key_hex: '' }
      const place = { organization_id: 'harbor-logistics', site_id, name: `Recorder ${index + 1}` }
      await inside
        .insertInto('device')
        .values({ sn, ...what, ...place, ...seen, status: deviceStatuses.online })
        .execute()
    }
    for (let index = 0; index < channels; index += 1) {
      const at = { sn: fleetSn(index % devices), chl_index: Math.floor(index / devices), name: `Camera ${index + 1}` }
      const can = { support_fun_json: '["ptz","intercom"]', streams_json: JSON.stringify(streams) }
      await inside
        .insertInto('channel')
        .values({ ...at, ...can, ...seen, status: channelStatuses.online })
        .execute()
    }
  })
}

export function fleetSn(index: number): string {
  return `FLEET${String(index).padStart(5, '0')}`
}
