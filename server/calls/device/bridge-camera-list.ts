import { bridgeCameraList as call } from '#contract/calls/device/bridge-camera-list.ts'
import { handler } from '../handler.ts'

export const bridgeCameraList = handler(call, ({ sn }, { bridges }, caller) => bridges.cameras(caller, sn))
