import { stationRevoke as call } from '#contract/calls/station/station-revoke.ts'
import { handler } from '../handler.ts'

export const stationRevoke = handler(call, async ({ sn }, { stationOutputs, stationAccess, stationWatch }, caller) => {
  await stationOutputs.require(sn, caller)
  await stationAccess.revoke(sn)
  await stationWatch.retire(sn)
  return null
})
