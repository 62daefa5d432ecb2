import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react'

/** Where keys go on from in a table. */
interface ActiveRow {
  /** Its place among the rows now. */
  current: number
  /** Gives the row at this place the focus, as soon as it is drawn. */
  moveTo: (index: number) => void
  /** Of the table's body: what stands in its rows tells of the focus here. */
  focus: { onFocus: (event: FocusEvent) => void; onBlur: (event: FocusEvent) => void }
}

/** The place of the row that something stands in; −1 where it stands in none. */
export function rowIndexOf(target: EventTarget): number {
  return Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
}

/** A row by its place; by its id, too, once it has had the focus. */
interface Place {
  index: number
  id?: string
}

/** Where the row is now, or the one that has come into its place. The same object as long as nothing has changed. */
function placeAmong<Row>(rows: readonly Row[], rowId: (row: Row) => string, known: Place): Place {
  const isAt = (row: Row | undefined) => row !== undefined && rowId(row) === known.id
  if (known.id === undefined || isAt(rows[known.index])) return known
  const found = rows.findIndex(isAt)
  const index = found === -1 ? Math.min(known.index, rows.length - 1) : found
  const row = rows[index]
  return row === undefined ? { index: 0 } : { index, id: rowId(row) }
}

/**
 * The one row of a table that is its tab stop. It is followed when others come or go before it; when it goes itself while it has the focus, the one
 * that comes into its place has it: who works by keys stays in the table.
 */
export function useActiveRow<Row>(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): ActiveRow {
  const [known, setKnown] = useState<Place>({ index: 0 })
  const active = useMemo(() => placeAmong(rows, rowId, known), [rows, rowId, known])
  if (active !== known) setKnown(active)
  const current = active.index
  /** The row is to have the focus once it is drawn. */
  const isAwaited = useRef(false)
  const hasFocus = useRef(false)
  function setTo(index: number) {
    const row = rows[index]
    setKnown({ index, ...(row === undefined ? {} : { id: rowId(row) }) })
  }
  useLayoutEffect(() => {
    // An element that goes says nothing of having lost the focus, which nothing has then.
    const isLost = hasFocus.current && document.activeElement === document.body
    if (!isAwaited.current && !isLost) return
    // A row that was far away is drawn a moment later.
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!row) return
    isAwaited.current = false
    row.focus()
  })
  return {
    current,
    moveTo: (index) => {
      isAwaited.current = index !== current
      setTo(index)
    },
    focus: {
      onFocus: ({ target }) => {
        hasFocus.current = true
        setTo(Math.max(0, rowIndexOf(target)))
      },
      onBlur: ({ relatedTarget }) => {
        hasFocus.current = false
        // Whoever went elsewhere meanwhile stays there.
        if (relatedTarget !== null && !body.current?.contains(relatedTarget)) isAwaited.current = false
      },
    },
  }
}
