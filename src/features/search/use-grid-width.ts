import { useLayoutEffect, useState } from 'react'

/** A picture is no narrower, unless two of them do not fit beside each other. */
const LEAST_PX = 200
const LEAST_NARROW_PX = 144
/** Of the gaps between the pictures, which stand around them as well. */
const GAP_PX = 12
/** The three lines below a picture. */
const WORDS_PX = 68

/** How wide an element is inside, as long as it is seen. */
export function useGridWidth(element: HTMLElement | null): number {
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    setWidthPx(element.clientWidth)
    return () => observer.disconnect()
  }, [element])
  return widthPx
}

/** How many pictures stand beside each other, and how tall a row of them is. */
export function tileSize(widthPx: number): { columns: number; heightPx: number } {
  const least = widthPx < 640 ? LEAST_NARROW_PX : LEAST_PX
  const columns = Math.max(1, Math.floor((widthPx - GAP_PX) / (least + GAP_PX)))
  const tilePx = (widthPx - GAP_PX) / columns - GAP_PX
  return { columns, heightPx: Math.round((tilePx * 9) / 16) + WORDS_PX + GAP_PX }
}
