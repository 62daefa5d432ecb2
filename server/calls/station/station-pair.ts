import { stationPair as call } from '#contract/calls/station/station-pair.ts'
import { handler } from '../handler.ts'

export const stationPair = handler(call, async (input, { stationPairing }, { organizationId }) => ({
  sn: await stationPairing.pair(input, organizationId),
}))
