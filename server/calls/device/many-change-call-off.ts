import { manyChangeCallOff as call } from '#contract/calls/device/many-change-call-off.ts'
import { handler } from '../handler.ts'

export const manyChangeCallOff = handler(call, async ({ jobId }, { manyChanges }, caller) => {
  await manyChanges.store.callOff(caller, jobId)
  return null
})
