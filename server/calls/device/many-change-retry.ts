import { manyChangeRetry as call } from '#contract/calls/device/many-change-retry.ts'
import { handler } from '../handler.ts'

export const manyChangeRetry = handler(call, async ({ jobId }, { manyChanges }, caller) => {
  await manyChanges.store.retry(caller, jobId)
  return null
})
