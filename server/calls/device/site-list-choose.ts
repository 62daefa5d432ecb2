import { siteListChoose as call } from '#contract/calls/device/site-list-choose.ts'
import { handler } from '../handler.ts'
import { toSite } from './site-view.ts'

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
        return toSite(site, devicesHere, channelsHere)
      }),
  }
})
