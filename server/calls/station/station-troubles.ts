import { stationTroubles as call } from '#contract/calls/station/station-troubles.ts'
import { handler } from '../handler.ts'

/** As many as the contract says. */
const SHOWN = 200

export const stationTroubles = handler(call, async ({ sn }, { stationOutputs, stationWatch }, caller) => {
  await stationOutputs.require(sn, caller)
  const rows = await stationWatch.troubles(sn, SHOWN)
  return {
    troubles: rows.map(({ id: troubleId, vo_id, kind, camera_name: cameraName, start_ms: startMs, end_ms: endMs }) => ({
      troubleId,
      voId: vo_id === 2 ? (2 as const) : (1 as const),
      kind,
      cameraName,
      startMs,
      endMs,
    })),
  }
})
