/** Rows that a page of keys moves over. */
const PAGE_ROWS = 4

/** Where a key leads to in a grid of so many, from one of them; undefined for keys that lead nowhere. */
export function gridStep(key: string, from: number, { count, columns }: { count: number; columns: number }): number | undefined {
  const to: Partial<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    PageDown: from + PAGE_ROWS * columns,
    PageUp: from - PAGE_ROWS * columns,
    Home: 0,
    End: count - 1,
  }
  const wanted = to[key]
  if (wanted === undefined || count === 0) return undefined
  // Up and down stay in their column.
  if (key === 'ArrowUp' && wanted < 0) return from
  if (key === 'ArrowDown' && wanted >= count && Math.floor(from / columns) === Math.floor((count - 1) / columns)) return from
  return Math.min(count - 1, Math.max(0, wanted))
}
