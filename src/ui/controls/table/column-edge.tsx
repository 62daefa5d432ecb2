import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { columnLimits } from './column-widths.ts'
import classes from './table.module.css'

interface ColumnEdgeProps {
  name: string
  /** As the person has made it; undefined while it fits what it holds. */
  widthPx: number | undefined
  onWidth: (widthPx: number, isDone: boolean) => void
  onFit: () => void
}

/** The edge of a column: dragged, or moved by the arrows; a double click, or Enter, lets the columns fit what they hold again. */
export function ColumnEdge({ name, widthPx, onWidth, onFit }: ColumnEdgeProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  const drag = useRef<{ fromX: number; fromPx: number }>(undefined)
  const shownPx = () => ref.current?.parentElement?.offsetWidth ?? 0
  useLayoutEffect(() => tellWidth(ref.current), [widthPx])
  return (
    <div
      ref={ref}
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of “${name}”`}
      aria-valuemin={columnLimits.leastPx}
      aria-valuemax={columnLimits.mostPx}
      aria-valuenow={0}
      tabIndex={0}
      className={classes['edge']}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { fromX: event.clientX, fromPx: shownPx() }
      }}
      onPointerMove={(event) => drag.current && onWidth(drag.current.fromPx + event.clientX - drag.current.fromX, false)}
      onLostPointerCapture={(event) => {
        const { current: from } = drag
        drag.current = undefined
        if (from !== undefined && event.clientX !== from.fromX) onWidth(from.fromPx + event.clientX - from.fromX, true)
      }}
      onFocus={(event) => tellWidth(event.currentTarget)}
      onDoubleClick={onFit}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -columnLimits.stepPx, ArrowRight: columnLimits.stepPx }[event.key]
        if (step !== undefined) onWidth(shownPx() + step, true)
        else if (event.key === 'Enter') onFit()
        else return
        event.preventDefault()
      }}
    />
  )
}

/** Says how wide the column is now, to those who do not see it. */
function tellWidth(edge: HTMLElement | null): void {
  edge?.setAttribute('aria-valuenow', String(edge.parentElement?.offsetWidth ?? 0))
}
