import { stationOrder as call } from '#contract/calls/station/station-order.ts'
import { handler } from '../handler.ts'

export const stationOrder = handler(call, async ({ sn, voId, order }, { stationOutputs, now }, caller) => {
  await stationOutputs.require(sn, caller)
  const place = { sn, voId }
  if (order.kind === 'mute') await stationOutputs.mute(place, order.isMuted)
  else if (order.kind !== 'message') stationOutputs.order(place, order.kind)
  else await stationOutputs.say(place, order.text === '' ? null : { text: order.text, untilMs: now() + order.lastsMs })
  return { isHere: await stationOutputs.isHere(place) }
})
