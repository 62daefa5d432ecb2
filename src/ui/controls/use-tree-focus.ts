import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** What a row has that takes the focus, and tells of it. */
export interface RowFocus {
  tabIndex: number
  onFocus: () => void
  onBlur: () => void
}

interface TreeFocus {
  /** Of the element with the role `tree`, whose rows carry their id as `data-node`. */
  list: RefObject<HTMLUListElement | null>
  /** The row at which Tab enters the tree. */
  tabStop: string | undefined
  /** Gives a row the focus; nothing happens without one. */
  focusRow: (id: string | undefined) => void
  rowFocus: (id: string) => RowFocus
}

/**
 * The focus of a tree, which is one tab stop (WAI-ARIA's pattern). `ids`: of the rows that are shown, in their order. When the row that has the
 * focus goes, because a search or the service takes it out, the one that comes into its place has it: who works by keys stays in the tree.
 */
export function useTreeFocus(ids: readonly string[]): TreeFocus {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<string>()
  /** The row that has the focus, and where it stood last. */
  const focused = useRef<{ id: string; index: number }>(undefined)
  const tabStop = current !== undefined && ids.includes(current) ? current : ids[0]

  function focusRow(id: string | undefined) {
    if (id === undefined) return
    setCurrent(id)
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus()
  }
  useLayoutEffect(() => {
    const had = focused.current
    if (had === undefined) return
    const index = ids.indexOf(had.id)
    if (index !== -1) had.index = index
    // An element that goes says nothing of having lost the focus, which nothing has then.
    else if (document.activeElement === document.body) focusRow(ids[Math.min(had.index, ids.length - 1)])
  })
  const rowFocus = (id: string) => ({
    tabIndex: id === tabStop ? 0 : -1,
    onFocus: () => {
      setCurrent(id)
      focused.current = { id, index: ids.indexOf(id) }
    },
    onBlur: () => (focused.current = undefined),
  })
  return { list, tabStop, focusRow, rowFocus }
}
