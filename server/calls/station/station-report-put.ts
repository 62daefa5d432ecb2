import { stationReportPut as call } from '#contract/calls/station/station-report-put.ts'
import { handler } from '../handler.ts'

export const stationReportPut = handler(call, async (report, { stationWatch, stationOutputs }, caller) => {
  await stationWatch.report(caller, report, await stationOutputs.cameras(caller))
  return null
})
