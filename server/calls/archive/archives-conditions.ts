import { archivesConditions as call } from '#contract/calls/archive/archives-conditions.ts'
import { handler } from '../handler.ts'

export const archivesConditions = handler(call, async (_input, { archives }, caller) => archives.conditions(caller))
