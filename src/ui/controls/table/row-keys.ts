/** Rows that a page of keys moves over. */
const PAGE_ROWS = 10

/** The row that a key leads to from another one, of `count`; undefined for keys that lead nowhere. */
export function rowAfterKey(key: string, from: number, count: number): number | undefined {
  const to: Partial<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_ROWS,
    PageUp: from - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }
  const wanted = to[key]
  return wanted === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, wanted))
}
