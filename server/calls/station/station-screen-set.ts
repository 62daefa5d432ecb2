import { stationScreenSet as call } from '#contract/calls/station/station-screen-set.ts'
import { handler } from '../handler.ts'

export const stationScreenSet = handler(call, async ({ sn, voId, dpi }, { stationOutputs }, caller) => {
  await stationOutputs.require(sn, caller)
  await stationOutputs.resize({ sn, voId }, dpi)
  return null
})
