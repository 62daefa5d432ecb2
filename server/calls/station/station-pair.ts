import { stationPair as call } from '#contract/calls/station/station-pair.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const stationPair = handler(call, async (input, { stationPairing }, caller) => {
  // A screen goes on showing pictures when an installer's access is long over.
  requireOwnAdministrator(caller)
  return { sn: await stationPairing.pair(input, caller.organizationId) }
})
