import { opLogsSpan, type opLogsList } from '#contract/calls/log/op-logs-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { wrongFields } from '../../ui/text/rule-text.ts'
import { DAY_MS, rangeOf, startOf, type LogSearch } from './log-search.ts'

/** What the audit trail is filtered by: times are epoch ms, both included, and at most 31 days apart. */
type LogFilter = Omit<InputOf<typeof opLogsList>, 'pageNum' | 'pageSize'>

/** The filter of the call, whole days; or what is wrong with the days, as a sentence. */
export function filterOf(search: LogSearch, nowMs: number): LogFilter | { wrong: string } {
  const { from, until } = rangeOf(search, nowMs)
  // Counted by the calendar: where the clock was changed, days have 23 and 25 hours.
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) + DAY_MS - 1 }
  const wrong = wrongFields(opLogsSpan, span)
  if (wrong !== undefined) return { wrong: Object.values(wrong).join(' ') }
  const fromMs = startOf(from)
  const untilMs = Math.min(fromMs + limits.searchRangeMs, startOf(dayAfter(until)) - 1)
  return { fromMs, untilMs, userId: search.person, module: search.module, function: search.operation }
}

function dayAfter(dayText: string): string {
  return new Date(Date.parse(dayText) + DAY_MS).toISOString().slice(0, 10)
}
