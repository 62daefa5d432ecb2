import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type PointerEvent } from 'react'
import { oneAtATime } from '../../../lib/one-at-a-time.ts'
import { useZoomed, centreOn } from './zoom-store.ts'
import { followPointer } from './zoom-gestures.ts'
import { videoOf } from '../wall/video-windows.ts'
import classes from './zoom.module.css'

const WIDTH_PX = 240
const PAINT_EVERY_MS = 500
const percent = (share: number) => `${share * 100}%`

/** Where one is in a zoomed picture: the whole of it, small, with the frame that is seen; a press or a drag puts the frame elsewhere. */
export function ZoomMap({ window }: { window: number }) {
  const { i18n, t } = useLingui()
  const zoomed = useZoomed(window)
  const map = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isShown = zoomed !== undefined
  useEffect(() => {
    if (!isShown) return
    const paint = oneAtATime(async () => {
      if (canvas.current !== null) await videoOf(window).paint(canvas.current)
    })
    // A picture that cannot be painted now is tried again with the next turn: until then the last one stands, and nobody has to do anything about it.
    const paintIfPossible = () => void paint().catch(() => {})
    paintIfPossible()
    const timer = setInterval(paintIfPossible, PAINT_EVERY_MS)
    return () => clearInterval(timer)
  }, [window, isShown])
  if (!zoomed) return null
  const { view, frame, ratio } = zoomed

  function put({ clientX, clientY }: { clientX: number; clientY: number }) {
    const box = map.current?.getBoundingClientRect()
    const element = map.current?.closest<HTMLElement>('[data-window]')
    if (box && element) centreOn(element, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height })
  }
  function press(event: PointerEvent) {
    // The window behind it is not moved.
    event.stopPropagation()
    put(event)
    followPointer(event, (_, move) => put(move))
  }
  const times = i18n.number(view.scale, { maximumFractionDigits: 1 })
  return (
    <div className={classes['corner']}>
      <span className={classes['scale']} role="status" aria-label={t`${times} times as large`}>
        {times}×
      </span>
      <div
        ref={map}
        className={classes['map']}
        style={{ aspectRatio: ratio }}
        aria-hidden
        data-map
        onPointerDown={press}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <canvas ref={canvas} width={WIDTH_PX} height={Math.round(WIDTH_PX / ratio)} />
        <span
          className={classes['frame']}
          style={{ left: percent(frame.left), top: percent(frame.top), width: percent(frame.width), height: percent(frame.height) }}
        />
      </div>
    </div>
  )
}
