import { siteChannelList as call } from '#contract/calls/device/site-channel-list.ts'
import { handler } from '../handler.ts'
import { toChannel } from './views.ts'

export const siteChannelList = handler(call, async ({ siteIds }, { rights }, caller) => {
  const channels = await rights.channels(caller, { siteIds })
  return { channels: channels.map(toChannel) }
})
