import { recordedPartEstimate as call } from '#contract/calls/archive/recorded-part-estimate.ts'
import { estimateCloud, estimateDevice } from '../../video/recorded/estimate-part.ts'
import { handler } from '../handler.ts'

export const recordedPartEstimate = handler(call, async ({ from, startMs, endMs, ...channel }, context, caller) => {
  await context.rights.requireChannel(caller, channel.sn, channel.chlIndex, 'playback')
  const camera = { organizationId: caller.organizationId, sn: channel.sn, chlIndex: channel.chlIndex }
  const estimate = from === 'cloud' ? estimateCloud : estimateDevice
  return estimate(context, camera, { fromMs: startMs, toMs: endMs })
})
