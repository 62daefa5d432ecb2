import type { Way } from './zoom.ts'

/** How fast a wheel zooms: so much of e for each pixel that it would scroll. Fingers on a touchpad move it less. */
const WHEEL = 0.002
const TOUCHPAD = 0.01
const LINE_PX = 20
const PAGE_PX = 400

/** How many times as large a turn of the wheel makes a picture. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaY * [1, LINE_PX, PAGE_PX][deltaMode]!
  return Math.exp(-pixels * (ctrlKey ? TOUCHPAD : WHEEL))
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

/**
 * Two fingers zoom, and take the picture along: `onPinch` hears by how much, around which point, and which way. As touch events: pointers are taken away
 * by the browser as soon as it might scroll.
 */
export function watchPinch(
  element: HTMLElement,
  signal: AbortSignal,
  onPinch: (factor: number, middle: Pinch['middle'], way: Way) => void,
): void {
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
      const way = { x: now.middle.clientX - last.middle.clientX, y: now.middle.clientY - last.middle.clientY }
      onPinch(now.distance / Math.max(last.distance, 1), last.middle, way)
      last = now
    },
    options,
  )
  element.addEventListener('touchend', (event) => (last = pinchOf(event)), { signal })
  element.addEventListener('touchcancel', () => (last = undefined), { signal })
}
