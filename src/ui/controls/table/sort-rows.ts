import type { Column } from './column.ts'

/** Which column the rows go by, and which way. */
export interface Sort {
  column: string
  isDescending: boolean
}

/** The order that stands in an address: a column's name, with a − before it from the end; undefined when none does. */
export function sortOf(text: unknown): Sort | undefined {
  const [, sign, column] = /^(-?)([a-z]+)$/.exec(typeof text === 'string' ? text : '') ?? []
  return column === undefined ? undefined : { column, isDescending: sign === '-' }
}

/** An order as `sortOf` reads it. */
export function sortText(sort: Sort | undefined): string | undefined {
  return sort && `${sort.isDescending ? '-' : ''}${sort.column}`
}

/** What pressing a column's head makes of the order: up, then down, then as the rows came. */
export function nextSort(now: Sort | undefined, column: string): Sort | undefined {
  if (now?.column !== column) return { column, isDescending: false }
  return now.isDescending ? undefined : { column, isDescending: true }
}

/**
 * The rows in an order: numbers by their size, texts as the language orders them, with the numbers in them by their size. Equal ones stay as
 * they came, and so do all when no column is sorted.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  locale: string,
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy
  if (sort === undefined || sortBy === undefined) return rows
  const texts = new Intl.Collator(locale, { numeric: true })
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
  const way = sort.isDescending ? -1 : 1
  return rows
    .map((row) => ({ row, key: sortBy(row) }))
    .toSorted((a, b) => compare(a.key, b.key) * way)
    .map(({ row }) => row)
}
