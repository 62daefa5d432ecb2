import { siteListChoose as call } from '#contract/calls/device/site-list-choose.ts'
import { handler } from '../handler.ts'
import { askerOf, channelsSeen, seesDevice, seesSite } from '../../access/sees-channel.ts'
import { labelsOf } from '../../devices/site-scenes.ts'
import { toSite } from './site-view.ts'

/** Counts are of what the person sees. */
export const siteListChoose = handler(call, async (_input, { db }, caller) => {
  const asker = askerOf(caller)
  const sites = await db.selectFrom('site').where(seesSite(asker)).selectAll().orderBy('name').execute()
  const seenDevices = db.selectFrom('device').where(seesDevice(asker)).select(['site_id', 'status'])
  const devices = Map.groupBy(await seenDevices.execute(), (device) => device.site_id)
  const seenChannels = channelsSeen(asker, {}, db).select(['device.site_id', 'channel.status'])
  const channels = Map.groupBy(await seenChannels.execute(), (channel) => channel.site_id)
  const labels = await labelsOf(
    db,
    sites.map(({ id }) => id),
  )
  return {
    sites: sites.map((site) => toSite(site, devices.get(site.id) ?? [], channels.get(site.id) ?? [], labels.get(site.id))),
  }
})
