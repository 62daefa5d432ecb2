import { station } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { stationReport } from '../../station.ts'

/** An addition to the catalogue: a screen says how it is. Troubles that it tells begin and end with its reports. */
export const stationReportPut = defineCall({
  path: '/vms/station/report',
  input: stationReport,
  output: nothing,
  access: station,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
