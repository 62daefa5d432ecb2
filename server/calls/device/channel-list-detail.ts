import { channelListDetail as call } from '#contract/calls/device/channel-list-detail.ts'
import { handler } from '../handler.ts'
import { toChannelDetail } from './views.ts'

export const channelListDetail = handler(call, async (input, { rights }, caller) => {
  const wanted = new Set(input.channels.map(({ sn, chlIndex }) => `${sn}/${chlIndex}`))
  const channels = await rights.channels(caller, { withClosed: true })
  return { channels: channels.filter((row) => wanted.has(`${row.sn}/${row.chl_index}`)).map(toChannelDetail) }
})
