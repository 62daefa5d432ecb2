import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { CELLS_A_DAY, isPainted, painted, weekDays, type Spot, type Week } from './week-cells.ts'

interface Stroke {
  from: Spot
  to: Spot
  isOn: boolean
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))

/**
 * Painting by pointer and by keys. A press paints what was empty and empties what was painted, and so does all that it is drawn over; arrows
 * move, with Shift they choose, Space paints or empties what is chosen.
 */
export function usePainting(week: Week, onPaint: (week: Week) => void) {
  const [stroke, setStroke] = useState<Stroke>()
  const [focus, setFocus] = useState<Spot>({ row: 0, cell: 16 })
  /** The other corner of what is chosen by keys. */
  const [anchor, setAnchor] = useState<Spot>()
  const [pointed, setPointed] = useState<Spot>()

  /** The half hour under a pointer, the nearest one where it is beside the grid. */
  function spotAt({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Spot | undefined {
    const rows = currentTarget.querySelectorAll<HTMLElement>('[data-cells]')
    const [first, last] = [rows[0]?.getBoundingClientRect(), rows[rows.length - 1]?.getBoundingClientRect()]
    if (first === undefined || last === undefined || first.width === 0) return undefined
    const row = Math.floor(((clientY - first.top) / (last.bottom - first.top)) * weekDays.length)
    const cell = Math.floor(((clientX - first.left) / first.width) * CELLS_A_DAY)
    return { row: clamp(row, weekDays.length - 1), cell: clamp(cell, CELLS_A_DAY - 1) }
  }

  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isCells = (event.target as Element).closest('[data-cells]') !== null
      const spot = spotAt(event)
      if (!isCells || event.button !== 0 || spot === undefined) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setFocus(spot)
      setAnchor(undefined)
      setStroke({ from: spot, to: spot, isOn: !isPainted(week, spot) })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const spot = spotAt(event)
      if (spot === undefined) return
      if (stroke !== undefined) setStroke({ ...stroke, to: spot })
      else setPointed((event.target as Element).closest('[data-cells]') === null ? undefined : spot)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (stroke === undefined) return
      // The last move may not have been drawn yet.
      const to = spotAt(event) ?? stroke.to
      onPaint(painted(week, stroke.from, to, stroke.isOn))
      setFocus(to)
      setStroke(undefined)
    },
    // A finger that scrolls the page paints nothing.
    onPointerCancel: () => setStroke(undefined),
    onPointerLeave: () => setPointed(undefined),
  }

  /** Answers the half hour that now has the focus, where a key has moved it. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): Spot | undefined {
    if ((event.target as Element).getAttribute('role') !== 'gridcell' || event.ctrlKey || event.metaKey || event.altKey) return undefined
    const { row, cell } = focus
    const moves: Record<string, Spot> = {
      ArrowLeft: { row, cell: cell - 1 },
      ArrowRight: { row, cell: cell + 1 },
      ArrowUp: { row: row - 1, cell },
      ArrowDown: { row: row + 1, cell },
      Home: { row, cell: 0 },
      End: { row, cell: CELLS_A_DAY - 1 },
      PageUp: { row: 0, cell },
      PageDown: { row: weekDays.length - 1, cell },
    }
    const move = moves[event.key]
    const isEscape = event.key === 'Escape' && (anchor !== undefined || stroke !== undefined)
    if (move === undefined && event.key !== ' ' && event.key !== 'Enter' && !isEscape) return undefined
    event.preventDefault()
    event.stopPropagation()
    if (isEscape) {
      setAnchor(undefined)
      setStroke(undefined)
      return undefined
    }
    if (move === undefined) {
      onPaint(painted(week, anchor ?? focus, focus, !isPainted(week, anchor ?? focus)))
      return undefined
    }
    const next = { row: clamp(move.row, weekDays.length - 1), cell: clamp(move.cell, CELLS_A_DAY - 1) }
    setAnchor(event.shiftKey ? (anchor ?? focus) : undefined)
    setFocus(next)
    setPointed(undefined)
    return next
  }

  const shown = stroke === undefined ? week : painted(week, stroke.from, stroke.to, stroke.isOn)
  const chosen = stroke ?? (anchor === undefined ? undefined : { from: anchor, to: focus })
  return { shown, focus, chosen, pointed, pointer, onKeyDown, setFocus }
}
