import type { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { pageSizes, type PageSize } from '../../ui/page-sizes.ts'

/** What the audit trail is filtered by: times are epoch ms, both included, and at most 31 days apart. */
type LogFilter = Omit<InputOf<typeof opLogsList>, 'pageNum' | 'pageSize'>

/** What the address says of the logs: days as yyyy-mm-dd in this machine's time zone. */
export interface LogSearch {
  from?: string
  until?: string
  person?: string
  module?: string
  operation?: string
  page?: number
  size?: PageSize
}

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 7
/** The longest range that can be asked for (spec 1, section 5). */
const MOST_DAYS = limits.searchRangeMs / DAY_MS
const DAY = /^\d{4}-\d{2}-\d{2}$/

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(startOf(value)) ? value : undefined
}

export function readLogSearch(search: Record<string, unknown>): LogSearch {
  return {
    from: day(search['from']),
    until: day(search['until']),
    person: text(search['person']),
    module: text(search['module']),
    operation: text(search['operation']),
    page: Number.isInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
    size: pageSizes.find((size) => size === search['size']),
  }
}

/** The first moment of a day (yyyy-mm-dd) here, epoch ms. */
function startOf(dayText: string): number {
  return new Date(`${dayText}T00:00:00`).getTime()
}

/** The day of a moment as yyyy-mm-dd, here. */
function dayOf(timeMs: number): string {
  const date = new Date(timeMs)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** First and last day that are shown: the last week unless the address says otherwise. */
export function rangeOf({ from, until }: LogSearch, nowMs: number): { from: string; until: string } {
  const last = until ?? dayOf(nowMs)
  return { from: from ?? dayOf(startOf(last) - (DEFAULT_DAYS - 1) * DAY_MS), until: last }
}

/** The filter of the call, whole days; or why there is none: the days are the wrong way round, or more than 31. */
export function filterOf(search: LogSearch, nowMs: number): LogFilter | 'reversed' | 'too-long' {
  const range = rangeOf(search, nowMs)
  const [fromMs, lastMs] = [startOf(range.from), startOf(range.until)]
  if (lastMs < fromMs) return 'reversed'
  // Days of 23 and 25 hours: counted by the calendar, and the end of the last one by the next one's start.
  const days = Math.round((lastMs - fromMs) / DAY_MS) + 1
  if (days > MOST_DAYS) return 'too-long'
  const untilMs = Math.min(fromMs + MOST_DAYS * DAY_MS, startOf(dayOf(lastMs + DAY_MS * 1.5)) - 1)
  return { fromMs, untilMs, userId: search.person, module: search.module, function: search.operation }
}
