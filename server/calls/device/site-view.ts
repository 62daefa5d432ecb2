import type { Selectable } from 'kysely'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { channelStatuses, deviceStatuses, type ChannelStatus, type DeviceStatus } from '#contract/enums.ts'
import type { Db } from '../../db/open.ts'
import type { SiteTable } from '../../db/schema.ts'
import { labelsOf } from '../../devices/site-scenes.ts'
import { toPosition } from '../../devices/map-columns.ts'

/** A site as the wire has it, with the numbers of these devices and channels of it. */
export function toSite(
  site: Selectable<SiteTable>,
  devices: readonly { status: DeviceStatus }[],
  channels: readonly { status: ChannelStatus }[],
  labels: readonly string[] = [],
): Site {
  return {
    siteId: site.id,
    siteName: site.name,
    scene: site.scene,
    city: site.city,
    address: site.address,
    timeZone: site.time_zone,
    customScene: site.custom_scene,
    contact: site.contact,
    phone: site.phone,
    position: toPosition(site),
    labels: [...labels],
    deviceTotal: devices.length,
    deviceOnline: devices.filter((device) => device.status === deviceStatuses.online).length,
    cameraTotal: channels.length,
    cameraOnline: channels.filter((channel) => channel.status === channelStatuses.online).length,
  }
}

/** A site as an administrator sees it. */
export async function siteView(db: Db, siteId: string): Promise<Site> {
  const site = await db.selectFrom('site').where('id', '=', siteId).selectAll().executeTakeFirstOrThrow()
  const devices = await db.selectFrom('device').where('site_id', '=', siteId).select('status').execute()
  const open = db.selectFrom('channel').innerJoin('device', 'device.sn', 'channel.sn').where('device.site_id', '=', siteId)
  const labels = (await labelsOf(db, [siteId])).get(siteId)
  return toSite(site, devices, await open.where('channel.is_open', '=', 1).select('channel.status').execute(), labels)
}
