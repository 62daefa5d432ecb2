import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'

/** Longer tables draw only the rows in sight. It is the longest page of the service (rule 9.2): those can be searched by the browser, too. */
const MOST_DRAWN = 100
/** Rows beyond both edges that are drawn, too. */
const OVERSCAN = 8
/** What a row takes as long as none was seen, pixels. */
const ROW_PX = 36

/** A row that is drawn, by its place among all, with the room of those between it and the one before. */
interface Drawn {
  index: number
  gapPx: number
}
interface RowWindow {
  isLong: boolean
  drawn: readonly Drawn[]
  /** The room of those behind the last one. */
  restPx: number
  /** Of the rows whose height is looked at: of `active`, which stands for all where each is one line high, otherwise of every one that is drawn. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** What the table scrolls in. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return document.documentElement
}

/**
 * Which of `count` rows are drawn. Of a long table those in sight, and `active`, which keys go on from, wherever it is. `isOneLine`: all rows have one
 * height, that of `active`, as those of every table that gets as long do; to look at each that comes into sight would take a tenth of the time in which it is drawn.
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  { count, active, isOneLine }: { count: number; active: number; isOneLine: boolean },
): RowWindow {
  const isLong = count > MOST_DRAWN
  const [scroller, setScroller] = useState<HTMLElement>()
  const [marginPx, setMarginPx] = useState(0)
  const [rowPx, setRowPx] = useState(ROW_PX)
  useLayoutEffect(() => {
    if (!isLong || body.current === null) return
    const found = scrollerOf(body.current)
    setScroller(found)
    const top = body.current.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop
    setMarginPx(Math.round(top))
  }, [isLong, body, count])
  // oxlint-disable-next-line react/incompatible-library -- nothing here memoizes by itself what it answers
  const rows = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    enabled: isLong && scroller !== undefined,
    count,
    getScrollElement: () => scroller ?? null,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: marginPx,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, count - 1)])].toSorted((a, b) => a - b),
  })
  // What was reckoned with another height is reckoned anew.
  useLayoutEffect(() => {
    // Rows of several lines are looked at one by one, and what was seen of them stays true while the page is out of sight.
    if (isOneLine) rows.measure()
  }, [rows, rowPx, isOneLine])
  const watchHeight = useCallback((row: HTMLTableRowElement | null) => {
    if (row === null) return
    const watch = new ResizeObserver(() => {
      const { height } = row.getBoundingClientRect()
      // Out of sight it has none.
      if (height > 0) setRowPx(height)
    })
    watch.observe(row)
    return () => watch.disconnect()
  }, [])
  if (!isLong) return { isLong, drawn: Array.from({ length: count }, (_, index) => ({ index, gapPx: 0 })), restPx: 0, measure: undefined }
  let endPx = marginPx
  const drawn = rows.getVirtualItems().map(({ index, start, end }) => {
    const gapPx = start - endPx
    endPx = end
    return { index, gapPx }
  })
  return { isLong, drawn, restPx: rows.getTotalSize() + marginPx - endPx, measure: isOneLine ? watchHeight : rows.measureElement }
}
