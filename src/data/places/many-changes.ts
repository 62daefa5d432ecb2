import { queryOptions } from '@tanstack/react-query'
import { manyChangeCallOff } from '#contract/calls/device/many-change-call-off.ts'
import { manyChangeGet } from '#contract/calls/device/many-change-get.ts'
import { manyChangeList } from '#contract/calls/device/many-change-list.ts'
import { manyChangeRetry } from '#contract/calls/device/many-change-retry.ts'
import { manyChangeStart } from '#contract/calls/device/many-change-start.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

export type ChangeReport = OutputOf<typeof manyChangeGet>
const KEY = 'many-changes'

/** How a change of many devices stands; asked again when the service says that something has changed. */
export function manyChangeQuery(jobId: string) {
  return queryOptions({ queryKey: [KEY, jobId], queryFn: ask(manyChangeGet, { jobId }), meta: { isQuiet: true } })
}

/** One's own last changes of many devices, the newest first. */
export const manyChangesQuery = queryOptions({ queryKey: [KEY], queryFn: ask(manyChangeList, {}) })

/** Begins a change; answers under which name it is kept. Throws `CallError`, not announced. */
export async function startManyChange(input: InputOf<typeof manyChangeStart>): Promise<string> {
  const { jobId } = await callCore(manyChangeStart, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  return jobId
}

/** Throws `CallError`, not announced. */
export async function callOffManyChange(jobId: string): Promise<void> {
  await callCore(manyChangeCallOff, { jobId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

/** Throws `CallError`, not announced. */
export async function retryManyChange(jobId: string): Promise<void> {
  await callCore(manyChangeRetry, { jobId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}
