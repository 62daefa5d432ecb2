import { siteDeviceChl as call } from '#contract/calls/device/site-device-chl.ts'
import { handler } from '../handler.ts'
import { askerOf, seesDevice, seesSite } from '../../access/sees-channel.ts'
import { boundDevices, toChannel, toDevice } from './views.ts'

export const siteDeviceChl = handler(call, async ({ siteIds }, { db, rights }, caller) => {
  if (siteIds?.length === 0) return { sites: [] }
  const asker = askerOf(caller)
  let seenSites = db.selectFrom('site').where(seesSite(asker)).select(['id', 'name']).orderBy('name')
  let seenDevices = boundDevices(db).where(seesDevice(asker)).orderBy('device.name').orderBy('device.sn')
  if (siteIds !== undefined) {
    seenSites = seenSites.where('id', 'in', siteIds)
    seenDevices = seenDevices.where('device.site_id', 'in', siteIds)
  }
  const devices = Map.groupBy(await seenDevices.execute(), (device) => device.site_id)
  const channels = Map.groupBy(await rights.channels(caller, { siteIds }), (channel) => channel.sn)
  return {
    sites: (await seenSites.execute()).map(({ id, name }) => ({
      siteId: id,
      siteName: name,
      devices: (devices.get(id) ?? []).map((device) => ({
        ...toDevice(device),
        channels: (channels.get(device.sn) ?? []).map(toChannel),
      })),
    })),
  }
})
