import { pageSizes, type PageSize } from '../../ui/controls/page-sizes.ts'

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

export const DAY_MS = 86_400_000
const DEFAULT_DAYS = 7
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
export function startOf(dayText: string): number {
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
