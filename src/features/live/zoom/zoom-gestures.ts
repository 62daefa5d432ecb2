import { useEffect, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { isDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { isZoomed, panWindow, viewOf, zoomWindow } from './zoom-store.ts'
import { watchPinch, wheelFactor } from '../../../lib/zoom-gestures.ts'
import type { Way } from '../../../lib/zoom.ts'

/** From the middle of the window, in CSS pixels. */
function fromMiddle(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Way {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Where windows stand below each other the wheel scrolls the wall, unless the picture is zoomed already or Ctrl is held. */
function scrolls(element: HTMLElement): boolean {
  const wall = element.parentElement
  return wall !== null && wall.scrollHeight > wall.clientHeight
}

function onWheel(event: WheelEvent): void {
  const element = event.currentTarget as HTMLElement
  const window = Number(element.dataset['window'])
  const { scale } = viewOf(window)
  if ((event.target as Element).closest('[role="menu"]') || isDrawnByPlugin()) return
  if (!event.ctrlKey && !isZoomed(window) && (event.deltaY > 0 || scrolls(element))) return
  event.preventDefault()
  zoomWindow(element, scale * wheelFactor(event), fromMiddle(element, event))
}

/** The wheel and two fingers over a window zoom its picture. Both are no events that React could hold back from scrolling. */
export function useZoomGestures(root: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = root.current
    if (element === null || !isOn) return
    const listening = new AbortController()
    element.addEventListener('wheel', onWheel, { signal: listening.signal, passive: false })
    watchPinch(element, listening.signal, (factor, middle, way) => {
      const { scale } = viewOf(Number(element.dataset['window']))
      zoomWindow(element, scale * factor, fromMiddle(element, middle))
      panWindow(element, way)
    })
    return () => listening.abort()
  }, [root, isOn])
}

/** Call on `pointerdown`: `onMove` hears each step of the pointer, in CSS pixels, until it is let go or a second finger comes. */
export function followPointer(press: ReactPointerEvent, onMove: (way: Way, event: PointerEvent) => void): void {
  if (press.button !== 0 || !press.isPrimary) return
  let from = { x: press.clientX, y: press.clientY }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== press.pointerId) return
      const way = { x: event.clientX - from.x, y: event.clientY - from.y }
      from = { x: event.clientX, y: event.clientY }
      onMove(way, event)
    },
    { signal },
  )
  const end = () => listening.abort()
  addEventListener('pointerdown', (event) => event.pointerId !== press.pointerId && end(), { signal })
  for (const name of ['pointerup', 'pointercancel', 'blur']) addEventListener(name, end, { signal })
}
