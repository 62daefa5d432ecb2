import { bridgeCameraTry as call } from '#contract/calls/device/bridge-camera-try.ts'
import { handler } from '../handler.ts'

export const bridgeCameraTry = handler(call, ({ sn, camera }, { bridges }, caller) => bridges.tryCamera(caller, sn, camera))
