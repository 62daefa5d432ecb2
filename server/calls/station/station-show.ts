import { stationShow as call } from '#contract/calls/station/station-show.ts'
import { handler } from '../handler.ts'

export const stationShow = handler(call, async ({ sn, voId, wish }, { stationOutputs }, caller) => {
  await stationOutputs.require(sn, caller)
  await stationOutputs.show({ sn, voId }, wish, caller)
  return { isHere: await stationOutputs.isHere({ sn, voId }) }
})
