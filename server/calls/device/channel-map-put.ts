import { channelMapPut as call } from '#contract/calls/device/channel-map-put.ts'
import { handler } from '../handler.ts'

export const channelMapPut = handler(call, async ({ sn, chlIndex, position, view }, { rights, channels }, caller) => {
  await rights.requireChannel(caller, sn, chlIndex, 'configure', { withClosed: true })
  await channels.place(sn, chlIndex, position, view)
  return null
})
