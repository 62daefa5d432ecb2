import { channelNum as call } from '#contract/calls/device/channel-num.ts'
import { channelStatuses } from '#contract/enums.ts'
import { handler } from '../handler.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'

export const channelNum = handler(call, async ({ siteIds }, { db }, caller) => {
  const none = { total: 0, online: 0, offline: 0, closed: 0 }
  if (siteIds?.length === 0) return none
  const seen = channelsSeen(askerOf(caller), { withClosed: true }, db)
  const counted = (siteIds === undefined ? seen : seen.where('device.site_id', 'in', siteIds))
    .groupBy(['channel.is_open', 'channel.status'])
    .select(['channel.is_open', 'channel.status', ({ fn }) => fn.countAll<number | string>().as('count')])
  return (await counted.execute()).reduce((sum, { is_open: isOpen, status, count }) => {
    const place = isOpen === 0 ? 'closed' : status === channelStatuses.online ? 'online' : 'offline'
    return { ...sum, total: sum.total + Number(count), [place]: sum[place] + Number(count) }
  }, none)
})
