import { channelListDetail as call } from '#contract/calls/device/channel-list-detail.ts'
import { handler } from '../handler.ts'
import { toChannelDetail } from './views.ts'

export const channelListDetail = handler(call, async (input, { rights }, caller) => {
  const channels = await rights.channelsNamed(caller, input.channels, { withClosed: true })
  return { channels: channels.map(toChannelDetail) }
})
