import { stationFrontSet as call } from '#contract/calls/station/station-front-set.ts'
import { handler } from '../handler.ts'

export const stationFrontSet = handler(call, async ({ sn, voId, front }, { stationOutputs, rights }, caller) => {
  await stationOutputs.require(sn, caller)
  for (const siteId of front?.scope.siteIds ?? []) await rights.requireSite(caller, siteId)
  for (const { sn: camera, chlIndex } of front?.scope.channels ?? []) await rights.requireChannel(caller, camera, chlIndex, 'live')
  await stationOutputs.setFront({ sn, voId }, front)
  return null
})
