import { useEffect, useEffectEvent, useRef, type PointerEvent, type ReactNode } from 'react'
import { panBy, zoomTo, type Sizes, type Way, type ZoomView } from '../../lib/zoom.ts'
import { watchPinch, wheelFactor } from '../../lib/zoom-gestures.ts'
import classes from './player.module.css'

interface ZoomedPictureProps {
  view: ZoomView
  onView: (view: ZoomView) => void
  /** Nothing around it scrolls: the wheel enlarges it at once. */
  isWheelFree?: boolean
  children: ReactNode
}

/** What draws takes the pointer for itself. */
export const DRAWS = '[data-form], button'

/** A picture of which a part is shown larger: by the wheel with Ctrl, or without it where it scrolls nothing, by two fingers, and dragged about. */
export function ZoomedPicture({ view, onView, isWheelFree = false, children }: ZoomedPictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const from = useRef<Way>(undefined)
  const sizes = (): Sizes => {
    const { clientWidth: width = 1, clientHeight: height = 1 } = frame.current ?? {}
    return { window: { width, height }, picture: { width, height } }
  }
  const zoomedBy = (factor: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect()
    return zoomTo(view, view.scale * factor, { x: clientX - left - width / 2, y: clientY - top - height / 2 }, sizes())
  }
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && view.scale <= 1 && !isWheelFree && document.fullscreenElement === null) return
    event.preventDefault()
    onView(zoomedBy(wheelFactor(event), event))
  })
  const onPinch = useEffectEvent((factor: number, middle: { clientX: number; clientY: number }, way: Way) => {
    onView(panBy(zoomedBy(factor, middle), way, sizes()))
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('wheel', (event) => onWheel(event), { signal, passive: false })
    watchPinch(element, signal, (factor, middle, way) => onPinch(factor, middle, way))
    return () => listening.abort()
  }, [])
  const press = (event: PointerEvent) => {
    if (view.scale <= 1 || event.button !== 0 || (event.target as Element).closest(DRAWS)) return
    from.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (from.current === undefined) return
    onView(panBy(view, { x: event.clientX - from.current.x, y: event.clientY - from.current.y }, sizes()))
    from.current = { x: event.clientX, y: event.clientY }
  }
  const lift = () => (from.current = undefined)
  const { scale, x, y } = view
  return (
    <div
      ref={frame}
      className={classes['frame']}
      data-scale={scale}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <div
        className={classes['zoomed']}
        style={scale === 1 ? undefined : { transform: `scale(${scale}) translate(${(0.5 - x) * 100}%, ${(0.5 - y) * 100}%)` }}
      >
        {children}
      </div>
    </div>
  )
}
