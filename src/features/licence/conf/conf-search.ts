/** What the address says of the configuration: what is searched for, and which page of each list is shown. */
export interface ConfSearch {
  search?: string | undefined
  /** Of those with a licence. */
  page?: number | undefined
  /** Of those without. */
  rest?: number | undefined
}

const LONGEST_SEARCH = 64

/** Reads the address; whatever in it makes no sense is passed over. */
export function readConf({ search, page, rest }: Record<string, unknown>): ConfSearch {
  const text = typeof search === 'number' ? String(search) : search
  return {
    search: typeof text === 'string' && text !== '' ? text.slice(0, LONGEST_SEARCH) : undefined,
    page: pageOf(page),
    rest: pageOf(rest),
  }
}

function pageOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined
}
