import { channelClose as call } from '#contract/calls/device/channel-close.ts'
import { handler } from '../handler.ts'

export const channelClose = handler(call, async (input, { channels }, caller) => {
  await channels.setOpen(caller, input.channels, false)
  return null
})
