import { siteListChoose as call } from '#contract/calls/device/site-list-choose.ts'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { handler } from '../../handler.ts'

/** Counts are of what the person sees. */
export const siteListChoose = handler(call, async (_input, { db, rights }, caller) => {
  const [siteIds, sns, channels] = [await rights.siteIds(caller), await rights.deviceSns(caller), await rights.channels(caller)]
  const sites = await db.selectFrom('site').where('organization_id', '=', caller.organizationId).selectAll().orderBy('name').execute()
  const bound = await db
    .selectFrom('device')
    .where('organization_id', '=', caller.organizationId)
    .select(['sn', 'site_id', 'status'])
    .execute()
  const devices = bound.filter((device) => sns.has(device.sn))
  return {
    sites: sites
      .filter((site) => siteIds.has(site.id))
      .map((site) => {
        const devicesHere = devices.filter((device) => device.site_id === site.id)
        const channelsHere = channels.filter((channel) => channel.site_id === site.id)
        return {
          siteId: site.id,
          siteName: site.name,
          scene: site.scene,
          city: site.city,
          address: site.address,
          timeZone: site.time_zone,
          deviceTotal: devicesHere.length,
          deviceOnline: devicesHere.filter((device) => device.status === deviceStatuses.online).length,
          cameraTotal: channelsHere.length,
          cameraOnline: channelsHere.filter((channel) => channel.status === channelStatuses.online).length,
        }
      }),
  }
})
