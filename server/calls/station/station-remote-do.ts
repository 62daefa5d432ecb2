import { stationRemoteDo as call } from '#contract/calls/station/station-remote-do.ts'
import { handler } from '../handler.ts'

export const stationRemoteDo = handler(call, async ({ command, ...place }, { stationRemotes }, caller) => {
  await stationRemotes.require(place.sn, caller)
  await stationRemotes.act(place, command, caller)
  return stationRemotes.look(place, caller)
})
