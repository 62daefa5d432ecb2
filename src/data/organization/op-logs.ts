import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { moduleFunctionsGet } from '#contract/calls/log/module-functions-get.ts'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'

export type OpLog = OutputOf<typeof opLogsList>['logs'][number]
/** What the audit trail is filtered by: times are epoch ms, both included, and at most 31 days apart. */
export type LogFilter = Omit<InputOf<typeof opLogsList>, 'pageNum' | 'pageSize'>

const MOST_A_PAGE = 100

/** One page of the audit trail, newest first. Always asked for anew: the trail grows with whatever anybody does. */
export function opLogsQuery(page: InputOf<typeof opLogsList>) {
  return queryOptions({ queryKey: ['op-logs', page], queryFn: ask(opLogsList, page), placeholderData: keepPreviousData, staleTime: 0 })
}

/** Modules with their functions, for the filters. */
export const logModulesQuery = queryOptions({ queryKey: ['log-modules'], queryFn: ask(moduleFunctionsGet, undefined) })

/**
 * The whole audit trail that a filter lets through, newest first, page after page. `onPage` hears how much of it is there. `until` must lie
 * in the past, so that pages do not shift while they are read. Throws `CallError`, or the signal's reason when it was called off.
 */
export async function readAllLogs(
  filter: LogFilter,
  signal: AbortSignal,
  onPage: (progress: { read: number; total: number }) => void,
): Promise<OpLog[]> {
  const all: OpLog[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { total, logs } = await callCore(opLogsList, { ...filter, pageNum, pageSize: MOST_A_PAGE }, { signal })
    all.push(...logs)
    onPage({ read: all.length, total })
    if (logs.length < MOST_A_PAGE) return all
  }
}
