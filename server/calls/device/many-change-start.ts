import { manyChangeStart as call } from '#contract/calls/device/many-change-start.ts'
import { handler } from '../handler.ts'

export const manyChangeStart = handler(call, async ({ sns, change }, { manyChanges }, caller) => ({
  jobId: await manyChanges.start(caller, sns, change),
}))
