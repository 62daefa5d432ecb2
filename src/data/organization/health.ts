import { queryOptions } from '@tanstack/react-query'
import { healthKnow } from '#contract/calls/health/health-know.ts'
import { healthSummary } from '#contract/calls/health/health-summary.ts'
import { quotaList } from '#contract/calls/health/quota-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

const EVERY_MS = 60_000

/** What is wrong of all that the person sees; asked for again when something is pushed that changes it, and once a minute. */
export const healthQuery = queryOptions({ queryKey: ['health'], queryFn: ask(healthSummary, undefined), refetchInterval: EVERY_MS })

/** The same for the menu, which is on every page: once a minute, whatever happens meanwhile. */
export const healthInMenuQuery = queryOptions({
  queryKey: ['health-in-menu'],
  queryFn: ask(healthSummary, undefined),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS,
})

/** How much of what is shared with others the organization uses, and may. */
export const quotasQuery = queryOptions({ queryKey: ['quotas'], queryFn: ask(quotaList, undefined) })

/** What a page was just told, the menu need not ask for. */
export function showHealthInMenu(summary: OutputOf<typeof healthSummary>): void {
  queryClient.setQueryData(healthInMenuQuery.queryKey, summary)
}

/** Says until when a trouble is known, or that it is not any more. Throws `CallError`, which is announced: health-line-missing. */
export async function knowHealth(key: string, untilMs: number | null): Promise<void> {
  await callCore(healthKnow, { line: key, untilMs })
  await queryClient.invalidateQueries({ queryKey: healthQuery.queryKey })
}
