import { useEffect, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { isDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { isZoomed, panWindow, viewOf, zoomWindow } from './zoom-store.ts'
import type { Way } from './zoom.ts'

/** How fast a wheel zooms: so much of e for each pixel that it would scroll. Fingers on a touchpad move it less. */
const WHEEL = 0.002
const TOUCHPAD = 0.01
const LINE_PX = 20
const PAGE_PX = 400

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
  const pixels = event.deltaY * [1, LINE_PX, PAGE_PX][event.deltaMode]!
  zoomWindow(element, scale * Math.exp(-pixels * (event.ctrlKey ? TOUCHPAD : WHEEL)), fromMiddle(element, event))
}

interface Pinch {
  distance: number
  middle: { clientX: number; clientY: number }
}

function pinchOf({ touches }: TouchEvent): Pinch | undefined {
  const [one, other] = touches
  if (touches.length !== 2 || !one || !other) return undefined
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    middle: { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 },
  }
}

/** Two fingers zoom, and take the picture along. As touch events: pointers are taken away by the browser as soon as it might scroll. */
function watchPinch(element: HTMLElement, signal: AbortSignal): void {
  let last: Pinch | undefined
  const options = { signal, passive: false }
  element.addEventListener(
    'touchstart',
    (event) => {
      last = pinchOf(event)
      if (last) event.preventDefault()
    },
    options,
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      const now = pinchOf(event)
      if (!now || !last) return
      event.preventDefault()
      const { scale } = viewOf(Number(element.dataset['window']))
      zoomWindow(element, (scale * now.distance) / Math.max(last.distance, 1), fromMiddle(element, last.middle))
      panWindow(element, { x: now.middle.clientX - last.middle.clientX, y: now.middle.clientY - last.middle.clientY })
      last = now
    },
    options,
  )
  element.addEventListener('touchend', (event) => (last = pinchOf(event)), { signal })
  element.addEventListener('touchcancel', () => (last = undefined), { signal })
}

/** The wheel and two fingers over a window zoom its picture. Both are no events that React could hold back from scrolling. */
export function useZoomGestures(root: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = root.current
    if (element === null || !isOn) return
    const listening = new AbortController()
    element.addEventListener('wheel', onWheel, { signal: listening.signal, passive: false })
    watchPinch(element, listening.signal)
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
