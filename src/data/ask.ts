import type { QueryKey } from '@tanstack/react-query'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { setAnswerAge } from './answer-age.ts'
import { callCoreAged } from './core.ts'

/** A `queryFn` that makes this call and remembers the age of a kept answer. Errors are announced by the query client. */
export function ask<C extends Call>(call: C, input: InputOf<C>) {
  return async ({ queryKey }: { queryKey: QueryKey }): Promise<OutputOf<C>> => {
    const { data, asOfMs } = await callCoreAged(call, input, { quiet: true })
    setAnswerAge(queryKey, asOfMs)
    return data
  }
}
