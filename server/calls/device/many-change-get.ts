import { manyChangeGet as call } from '#contract/calls/device/many-change-get.ts'
import { handler } from '../handler.ts'

export const manyChangeGet = handler(call, ({ jobId }, { manyChanges }, caller) => manyChanges.store.read(caller, jobId))
