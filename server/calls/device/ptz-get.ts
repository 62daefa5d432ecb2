import { ptzGet as call } from '#contract/calls/device/ptz-get.ts'
import { handler } from '../handler.ts'

export const ptzGet = handler(call, (place, { ptz }, caller) => ptz.get(caller, place))
