interface Point {
  x: number
  y: number
}

/** A press is a drag after this way. */
const START_PX = 4

interface Tracked {
  /** Where the pointer is, of the window. `way`: from where it was pressed. */
  onMove: (at: Point, way: Point) => void
  /** Let go of after a drag. */
  onDrop: (at: Point, way: Point) => void
  /** Nothing was moved, or Escape was pressed: all is as before. */
  onCancel: () => void
}

/** Follows a pointer that was pressed until it is let go of. On the window: what is dragged may be drawn anew meanwhile. */
export function trackPointer(press: { pointerId: number; clientX: number; clientY: number }, { onMove, onDrop, onCancel }: Tracked): void {
  const listening = new AbortController()
  const { signal } = listening
  let isDragged = false
  const wayOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX - press.clientX, y: clientY - press.clientY })
  const isOurs = (event: PointerEvent) => event.pointerId === press.pointerId
  function end(isCancelled: boolean) {
    listening.abort()
    if (!isCancelled) return
    onCancel()
  }
  addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event)) return
      const way = wayOf(event)
      isDragged ||= Math.hypot(way.x, way.y) >= START_PX
      if (isDragged) onMove({ x: event.clientX, y: event.clientY }, way)
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return
      end(!isDragged)
      if (isDragged) onDrop({ x: event.clientX, y: event.clientY }, wayOf(event))
    },
    { signal },
  )
  addEventListener('pointercancel', (event) => isOurs(event) && end(true), { signal })
  addEventListener('blur', () => end(true), { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && end(true), { signal })
}
