import { stationRemoteGet as call } from '#contract/calls/station/station-remote-get.ts'
import { handler } from '../handler.ts'

export const stationRemoteGet = handler(call, async (place, { stationRemotes }, caller) => {
  await stationRemotes.require(place.sn, caller)
  return stationRemotes.look(place, caller)
})
