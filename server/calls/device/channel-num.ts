import { channelNum as call } from '#contract/calls/device/channel-num.ts'
import { channelStatuses } from '#contract/enums.ts'
import { handler } from '../handler.ts'

export const channelNum = handler(call, async ({ siteIds }, { rights }, caller) => {
  const channels = await rights.channels(caller, { siteIds, withClosed: true })
  const open = channels.filter((channel) => channel.is_open === 1)
  const online = open.filter((channel) => channel.status === channelStatuses.online).length
  return { total: channels.length, online, offline: open.length - online, closed: channels.length - open.length }
})
