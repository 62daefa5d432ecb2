import { ptzRenew as call } from '#contract/calls/device/ptz-renew.ts'
import { handler } from '../handler.ts'

export const ptzRenew = handler(call, ({ renewal, ...place }, { ptz }, caller) => ptz.renew(caller, place, renewal))
