import { diskHistory as call } from '#contract/calls/device/disk-history.ts'
import { handler } from '../handler.ts'

export const diskHistory = handler(call, async ({ sn, diskId }, { rights, diskSamples }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  return { samples: await diskSamples.of(sn, diskId) }
})
