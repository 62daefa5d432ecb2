import { channelPage as call } from '#contract/calls/device/channel-page.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'
import { contains } from '../../db/contains.ts'
import { handler } from '../handler.ts'
import { toChannelDetail } from './views.ts'

export const channelPage = handler(call, async ({ pageNum, pageSize, ...wanted }, { db, rights }, caller) => {
  const { search, siteId, sn, status, isOpen } = wanted
  let found = channelsSeen(askerOf(caller), { withClosed: true }, db).innerJoin('site', 'site.id', 'device.site_id')
  if (search !== undefined && search !== '') found = found.where(contains(['channel.name', 'device.name', 'channel.sn'], search))
  if (siteId !== undefined) found = found.where('site.id', '=', siteId)
  if (sn !== undefined) found = found.where('channel.sn', '=', sn)
  if (status !== undefined) found = found.where('channel.status', '=', status)
  if (isOpen !== undefined) found = found.where('channel.is_open', '=', isOpen ? 1 : 0)
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const onPage = await found
    .select(['channel.sn', 'channel.chl_index as chlIndex'])
    .orderBy('site.name')
    .orderBy('device.name')
    .orderBy('channel.sn')
    .orderBy('channel.chl_index')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  // In the same order.
  const channels = await rights.channelsNamed(caller, onPage, { withClosed: true })
  return { total: Number(total), channels: channels.map(toChannelDetail) }
})
