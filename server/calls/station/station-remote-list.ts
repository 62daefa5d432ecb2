import { stationRemoteList as call } from '#contract/calls/station/station-remote-list.ts'
import { handler } from '../handler.ts'

export const stationRemoteList = handler(call, async (_input, { stationRemotes }, caller) => ({
  stations: await stationRemotes.list(caller),
}))
