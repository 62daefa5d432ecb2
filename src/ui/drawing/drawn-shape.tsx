import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import {
  arrowsOf,
  boxOf,
  cornersOf,
  middleAfter,
  moved,
  sized,
  withCorner,
  withCornerAfter,
  withoutCorner,
  type Point,
  type Shape,
} from './shape.ts'
import classes from './drawing.module.css'

/** One press of an arrow key, a share of the picture. */
const KEY_STEP = 0.01
const ways: Record<string, Point> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
}

interface OutlineProps {
  shape: Shape
  /** Without one it is only seen. */
  name?: string
  isChosen?: boolean
  onChoose?: () => void
  onHold?: (event: PointerEvent) => void
  onChange?: (shape: Shape) => void
  onRemove?: () => void
}

/** The shape itself, which is moved as a whole. */
export function Outline({ shape, name, isChosen = false, onChoose, onHold, onChange, onRemove }: OutlineProps) {
  const { t } = useLingui()
  function press(event: KeyboardEvent) {
    const way = ways[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove?.()
    else if (way) onChange?.(event.shiftKey ? sized(shape, way) : moved(shape, way))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const held = name !== undefined && {
    role: 'button',
    tabIndex: 0,
    'aria-pressed': isChosen,
    'aria-label': t`${name}: arrow keys move it, with Shift they size it, Delete removes it`,
    onFocus: onChoose,
    onPointerDown: onHold,
    onKeyDown: press,
  }
  const { x, y, width, height } = boxOf(shape)
  if (shape.form === 'line') {
    const [from, to] = shape.points
    return (
      <g>
        {arrowsOf(shape, ASPECT).map((arrow) => (
          <path key={`${arrow.to.x} ${arrow.to.y}`} className={classes['arrow']} d={arrowPath(arrow)} />
        ))}
        <line {...held} className={classes['outline']} x1={from?.x} y1={from?.y} x2={to?.x} y2={to?.y} />
        {/* A finger is wider than a line. */}
        <line className={classes['reach']} x1={from?.x} y1={from?.y} x2={to?.x} y2={to?.y} aria-hidden onPointerDown={onHold} />
      </g>
    )
  }
  if (shape.form === 'polygon')
    return <polygon {...held} className={classes['outline']} points={shape.points.map((point) => `${point.x},${point.y}`).join(' ')} />
  if (shape.form === 'rectangle') return <rect {...held} className={classes['outline']} x={x} y={y} width={width} height={height} />
  return <ellipse {...held} className={classes['outline']} cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />
}

/** Pictures of cameras are as wide as this. */
const ASPECT = 16 / 9

/** A stroke with a head, in shares of the picture. */
function arrowPath({ from, to }: { from: Point; to: Point }): string {
  const way = { x: to.x - from.x, y: to.y - from.y }
  const side = { x: (-way.y / ASPECT) * 0.3, y: way.x * ASPECT * 0.3 }
  const neck = { x: from.x + way.x * 0.6, y: from.y + way.y * 0.6 }
  return `M${from.x} ${from.y}L${to.x} ${to.y}M${neck.x + side.x} ${neck.y + side.y}L${to.x} ${to.y}L${neck.x - side.x} ${neck.y - side.y}`
}

interface DrawnShapeProps {
  shape: Shape
  name: string
  isChosen: boolean
  mostCorners: number
  onHold: (event: PointerEvent, corner: number) => void
  onChange: (shape: Shape) => void
}

/** Its name, and what it is bent by while it is worked on. */
export function DrawnShape({ shape, name, isChosen, mostCorners, onHold, onChange }: DrawnShapeProps) {
  const { t } = useLingui()
  const { x, y, width, height } = boxOf(shape)
  const corners = cornersOf(shape)
  function press(event: KeyboardEvent, corner: number) {
    const way = ways[event.key]
    const at = corners[corner]
    if (way && at) onChange(withCorner(shape, corner, { x: at.x + way.x, y: at.y + way.y }))
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(withoutCorner(shape, corner))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <span className={classes['name']} style={placed({ x: x + width / 2, y: y + height / 2 })} aria-hidden>
        {name}
      </span>
      {isChosen &&
        corners.map((corner, index) => {
          const number = index + 1
          return (
            <button
              key={index}
              type="button"
              className={classes['corner']}
              style={placed(corner)}
              aria-label={
                shape.form === 'polygon'
                  ? t`Corner ${number} of ${name}: arrow keys move it, Delete removes it`
                  : t`Corner ${number} of ${name}: arrow keys move it`
              }
              onPointerDown={(event) => onHold(event, index)}
              onKeyDown={(event) => press(event, index)}
            />
          )
        })}
      {isChosen &&
        shape.form === 'polygon' &&
        corners.length < mostCorners &&
        corners.map((_, index) => {
          const middle = middleAfter(corners, index)
          const number = index + 1
          return (
            middle && (
              <button
                key={index}
                type="button"
                className={classes['middle']}
                style={placed(middle)}
                aria-label={t`Add a corner after corner ${number} of ${name}`}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => onChange(withCornerAfter(shape, index))}
              />
            )
          )
        })}
    </>
  )
}

function placed({ x, y }: Point) {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}
