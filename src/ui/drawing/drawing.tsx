import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { DrawnShape, Outline } from './drawn-shape.tsx'
import { FEWEST_CORNERS, moved, withCorner, type Point, type Shape, type ShapeForm } from './shape.ts'
import { usePen } from './use-pen.ts'
import classes from './drawing.module.css'

/** One of what is drawn. `name`: what it is called, of one's own; `isHidden`: it is not to be seen now, and stays in its place. */
interface Drawn {
  shape: Shape
  name: string
  isHidden?: boolean
}

interface DrawingProps {
  /** The picture, which gives the drawing its size. */
  children: ReactNode
  shapes: readonly Drawn[]
  /** What might be drawn: only to be seen. */
  hints?: readonly Shape[]
  /** What the pointer draws; nothing: undefined. */
  form: ShapeForm | undefined
  /** Of a polygon. */
  mostCorners: number
  /** Which one is worked on. */
  chosen: number | undefined
  onChoose: (index: number) => void
  onDraw: (shape: Shape) => void
  /** `isStep`: false while a hand still drags. */
  onChange: (index: number, shape: Shape, isStep: boolean) => void
  onRemove: (index: number) => void
  /** A hand takes hold of one, or begins a new one. */
  onGrab?: (index: number | undefined) => void
}

type Grip = { index: number; shape: Shape; from: Point; corner: number | undefined }

/**
 * Shapes over a picture, in shares of it: drawn, moved and bent with a mouse or a finger, and by the keyboard: arrow keys move what has the focus, a
 * shape or one of its corners; Shift sizes a shape, Delete takes it away.
 */
export function Drawing({
  children,
  shapes,
  hints = [],
  form,
  mostCorners,
  chosen,
  onChoose,
  onDraw,
  onChange,
  onRemove,
  onGrab,
}: DrawingProps) {
  const { t } = useLingui()
  const board = useRef<HTMLDivElement>(null)
  const grip = useRef<Grip>(undefined)
  const [isHeld, setHeld] = useState(false)
  const pen = usePen(form, mostCorners, onDraw)
  const isPenDown = pen.corners.length > 0

  const sizeOf = () => board.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = sizeOf()
    const within = (value: number) => Math.min(Math.max(value, 0), 1)
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  const hold = (event: PointerEvent, index: number, shape: Shape, corner?: number) => {
    if (event.button !== 0 || isPenDown) return
    event.stopPropagation()
    board.current?.setPointerCapture(event.pointerId)
    onGrab?.(index)
    onChoose(index)
    grip.current = { index, shape, from: pointOf(event), corner }
    setHeld(true)
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || form === undefined) return
    const { width, height } = sizeOf()
    if (!isPenDown) onGrab?.(undefined)
    board.current?.setPointerCapture(event.pointerId)
    pen.press(pointOf(event), { x: width, y: height })
  }
  const move = (event: PointerEvent) => {
    const held = grip.current
    const at = pointOf(event)
    if (held === undefined) return pen.move(at)
    const { index, shape, from, corner } = held
    const next = corner === undefined ? moved(shape, { x: at.x - from.x, y: at.y - from.y }) : withCorner(shape, corner, at)
    onChange(index, next, false)
  }
  const lift = (event: PointerEvent) => {
    if (grip.current === undefined) pen.lift(pointOf(event))
    grip.current = undefined
    setHeld(false)
  }

  const [first] = pen.corners
  return (
    <div
      ref={board}
      className={classes['board']}
      data-form={form}
      data-held={isHeld || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      {children}
      <svg className={classes['shapes']} viewBox="0 0 1 1" preserveAspectRatio="none" data-shapes>
        {shapes.map(({ shape, name, isHidden }, index) =>
          isHidden === true && chosen !== index ? undefined : (
            <Outline
              key={index}
              shape={shape}
              name={name}
              isChosen={chosen === index}
              onChoose={() => onChoose(index)}
              onHold={(event) => hold(event, index, shape)}
              onChange={(next) => onChange(index, next, true)}
              onRemove={() => onRemove(index)}
            />
          ),
        )}
        {hints.map((shape, index) => (
          <g key={index} className={classes['hint']}>
            <Outline shape={shape} />
          </g>
        ))}
        {pen.drawn && <Outline shape={pen.drawn} />}
      </svg>
      {shapes.map(({ shape, name, isHidden }, index) =>
        isHidden === true && chosen !== index ? undefined : (
          <DrawnShape
            key={index}
            shape={shape}
            name={name}
            isChosen={chosen === index}
            mostCorners={mostCorners}
            onHold={(event, corner) => hold(event, index, shape, corner)}
            onChange={(next) => onChange(index, next, true)}
          />
        ),
      )}
      {first && pen.corners.length >= FEWEST_CORNERS && (
        <button
          type="button"
          className={classes['finish']}
          style={{ left: `${first.x * 100}%`, top: `${first.y * 100}%` }}
          aria-label={t`Close the shape`}
          data-tip={t`Close the shape`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={pen.finish}
        />
      )}
    </div>
  )
}
