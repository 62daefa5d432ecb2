import { bridgeCameraRemove as call } from '#contract/calls/device/bridge-camera-remove.ts'
import { handler } from '../handler.ts'

export const bridgeCameraRemove = handler(call, async ({ sn, cameraSn }, { bridges }, caller) => {
  await bridges.removeCamera(caller, sn, cameraSn)
  return null
})
