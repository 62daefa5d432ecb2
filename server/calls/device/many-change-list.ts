import { manyChangeList as call } from '#contract/calls/device/many-change-list.ts'
import { handler } from '../handler.ts'

export const manyChangeList = handler(call, async (_input, { manyChanges }, caller) => ({
  changes: await manyChanges.store.summaries(caller),
}))
