import { siteDeviceChl as call } from '#contract/calls/device/site-device-chl.ts'
import { handler } from '../handler.ts'
import { boundDevices, toChannel, toDevice } from './views.ts'

export const siteDeviceChl = handler(call, async ({ siteIds }, { db, rights }, caller) => {
  const wanted = siteIds === undefined ? undefined : new Set(siteIds)
  const seenSites = await rights.siteIds(caller)
  const seenDevices = await rights.deviceSns(caller)
  const sites = await db
    .selectFrom('site')
    .where('organization_id', '=', caller.organizationId)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  const bound = boundDevices(db).where('device.organization_id', '=', caller.organizationId)
  const devices = (await bound.orderBy('device.name').orderBy('device.sn').execute()).filter((device) => seenDevices.has(device.sn))
  const channels = await rights.channels(caller, { siteIds })
  return {
    sites: sites
      .filter(({ id }) => seenSites.has(id) && wanted?.has(id) !== false)
      .map(({ id, name }) => ({
        siteId: id,
        siteName: name,
        devices: devices
          .filter((device) => device.site_id === id)
          .map((device) => ({ ...toDevice(device), channels: channels.filter(({ sn }) => sn === device.sn).map(toChannel) })),
      })),
  }
})
