import { ptzEdit as call } from '#contract/calls/device/ptz-edit.ts'
import { handler } from '../handler.ts'

export const ptzEdit = handler(call, ({ edit, ...place }, { ptz }, caller) => ptz.edit(caller, place, edit))
