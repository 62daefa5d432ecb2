import { stationScheduleSet as call } from '#contract/calls/station/station-schedule-set.ts'
import { handler } from '../handler.ts'

export const stationScheduleSet = handler(call, async ({ sn, voId, turns }, { stationOutputs }, caller) => {
  await stationOutputs.require(sn, caller)
  await stationOutputs.setTurns({ sn, voId }, turns, caller)
  return null
})
