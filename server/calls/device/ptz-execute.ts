import { ptzExecute as call } from '#contract/calls/device/ptz-execute.ts'
import { handler } from '../handler.ts'

export const ptzExecute = handler(call, ({ act, ...place }, { ptz }, caller) => ptz.act(caller, place, act))
