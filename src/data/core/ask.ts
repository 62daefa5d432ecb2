import type { QueryKey } from '@tanstack/react-query'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { setAnswerAge } from '../query/answer-age.ts'
import { callCoreAged } from './core.ts'
import { noteAccess } from './for-everybody.ts'

/**
 * A `queryFn` that makes this call and remembers the age of a kept answer. Errors are announced by the query client.
 * The call is called off when nobody wants the answer any more. `isPassing`: not kept.
 */
export function ask<C extends Call>(call: C, input: InputOf<C>, options: { isPassing?: boolean } = {}) {
  return noteAccess(call, async ({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<OutputOf<C>> => {
    const { data, asOfMs } = await callCoreAged(call, input, { ...options, quiet: true, signal })
    setAnswerAge(queryKey, asOfMs)
    return data
  })
}
