import { useEffect, useEffectEvent, useState } from 'react'
import { boxBetween, FEWEST_CORNERS, type Point, type Shape, type ShapeForm } from './shape.ts'

/** So near to its first corner a polygon is closed: pixels. */
const CLOSE_PX = 12
/** A drag that is shorter, a share of the picture, was a press. */
const PRESS = 0.008

interface Pen {
  /** What is begun and not there yet. */
  drawn: Shape | undefined
  /** Corners of a polygon that is begun. */
  corners: readonly Point[]
  press: (at: Point, pixels: Point) => void
  move: (at: Point) => void
  lift: (at: Point) => void
  /** Closes the polygon that is begun. */
  finish: () => void
}

/** Draws new shapes: a drag makes a rectangle, an ellipse or a line, presses the corners of a polygon, which ends at its first corner or with Enter. */
export function usePen(form: ShapeForm | undefined, mostCorners: number, onDraw: (shape: Shape) => void): Pen {
  const [from, setFrom] = useState<Point>()
  const [begun, setBegun] = useState<readonly Point[]>([])
  const [at, setAt] = useState<Point>()
  const corners = form === 'polygon' ? begun : []
  const isOpen = corners.length > 0
  function finish() {
    if (corners.length >= FEWEST_CORNERS) onDraw({ form: 'polygon', points: corners })
    setBegun([])
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape') setBegun([])
    else if (event.key === 'Backspace') setBegun(corners.slice(0, -1))
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])

  const drawn: Shape | undefined =
    form !== undefined && form !== 'polygon' && from && at
      ? dragged(form, from, at)
      : isOpen
        ? { form: 'polygon', points: at ? [...corners, at] : corners }
        : undefined
  return {
    drawn,
    corners,
    press: (point, pixels) => {
      setAt(point)
      if (form === undefined) return
      if (form !== 'polygon') return setFrom(point)
      const [first] = corners
      const isFirst = first && Math.hypot((first.x - point.x) * pixels.x, (first.y - point.y) * pixels.y) < CLOSE_PX
      if ((isFirst && corners.length >= FEWEST_CORNERS) || corners.length >= mostCorners) finish()
      else if (!isFirst) setBegun([...corners, point])
    },
    move: (point) => {
      if (from !== undefined || isOpen) setAt(point)
    },
    lift: (point) => {
      if (from === undefined) return
      if (form !== undefined && form !== 'polygon' && Math.hypot(point.x - from.x, point.y - from.y) > PRESS)
        onDraw(dragged(form, from, point))
      setFrom(undefined)
    },
    finish,
  }
}

function dragged(form: Exclude<ShapeForm, 'polygon'>, from: Point, to: Point): Shape {
  return form === 'line' ? { form, points: [from, to], arrow: 'both' } : { form, box: boxBetween(from, to) }
}
