import { opLogsSpan, type opLogsList } from '#contract/calls/log/op-logs-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { dayjs } from '#shared/time/calendar.ts'
import { wrongFields } from '../../ui/text/rule-text.ts'
import type { LogSearch } from './log-search.ts'

const DEFAULT_DAYS = 7
const DAY = 'YYYY-MM-DD'

/** What the audit trail is filtered by: times are epoch ms, both included, and at most 31 days apart. */
type LogFilter = Omit<InputOf<typeof opLogsList>, 'pageNum' | 'pageSize'>

/** First and last day that are shown: the last week unless the address says otherwise. */
export function rangeOf({ from, until }: LogSearch, nowMs: number): { from: string; until: string } {
  const last = dayjs(until ?? nowMs)
  const first = from ?? last.subtract(DEFAULT_DAYS - 1, 'day').format(DAY)
  return { from: first, until: last.format(DAY) }
}

/** The filter of the call, whole days; or what is wrong with the days, as a sentence. */
export function filterOf(search: LogSearch, nowMs: number): LogFilter | { wrong: string } {
  const { from, until } = rangeOf(search, nowMs)
  // Counted by the calendar: where the clock was changed, days have 23 and 25 hours.
  const span = { fromMs: dayjs.utc(from).valueOf(), untilMs: dayjs.utc(until).endOf('day').valueOf() }
  const wrong = wrongFields(opLogsSpan, span)
  if (wrong !== undefined) return { wrong: Object.values(wrong).join(' ') }
  const fromMs = dayjs(from).valueOf()
  const untilMs = Math.min(fromMs + limits.searchRangeMs, dayjs(until).endOf('day').valueOf())
  return { fromMs, untilMs, userId: search.person, module: search.module, function: search.operation }
}
