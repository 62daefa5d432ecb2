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

const DAY = /^\d{4}-\d{2}-\d{2}$/

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
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
