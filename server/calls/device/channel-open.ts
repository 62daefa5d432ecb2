import { channelOpen as call } from '#contract/calls/device/channel-open.ts'
import { handler } from '../handler.ts'

export const channelOpen = handler(call, async (input, { channels }, caller) => {
  await channels.setOpen(caller, input.channels, true)
  return null
})
