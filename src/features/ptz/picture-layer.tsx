import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type PointerEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import { actPtz, ptzQuery } from '../../data/places/ptz.ts'
import { faultOf } from '../../lib/fault.ts'
import { ptzUi } from './ptz-store.ts'
import { steeringOf } from './steering.ts'
import classes from './picture-layer.module.css'

/** A press becomes a drag after this way. */
const START_PX = 8
/** A drag of this share of the window's height is the whole speed. */
const FULL_SHARE = 0.35
const STEPS = 10

interface Spot {
  x: number
  y: number
}
interface Drag {
  from: Spot
  to: Spot
  isDrag: boolean
}

/**
 * Lies over the picture of the chosen window while the camera is steered: a click brings that place to the middle, a drag steers in its
 * direction, or draws the box to zoom into. Buttons and keys do the same, so that it is nothing for screen readers.
 */
export function PictureLayer({ channel }: { channel: Channel }) {
  const { dragging: wanted } = useSnapshot(ptzUi)
  const layer = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const steering = steeringOf(channel)
  const { canCentre, canZoomIntoBox } = useQuery(ptzQuery(steering.place)).data?.capabilities ?? {}
  const dragging = canZoomIntoBox === false ? 'steer' : wanted
  // What it fails with is announced already.
  const act = (what: Parameters<typeof actPtz>[1]) => void faultOf(actPtz(steering.place, what))

  function spotOf(event: PointerEvent): Spot {
    const box = layer.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  function begin(event: PointerEvent) {
    // A second finger: it is a pinch, which zooms the picture.
    if (!event.isPrimary) return giveUp()
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = spotOf(event)
    setDrag({ from, to: from, isDrag: false })
  }
  function move(event: PointerEvent) {
    if (drag === undefined) return
    const to = spotOf(event)
    const isDrag = drag.isDrag || Math.hypot(to.x - drag.from.x, to.y - drag.from.y) > START_PX
    setDrag({ ...drag, to, isDrag })
    if (!isDrag || dragging !== 'steer') return
    const full = (layer.current?.clientHeight ?? 1) * FULL_SHARE
    const share = (way: number) => Math.min(Math.max(Math.round((way / full) * STEPS) / STEPS, -1), 1)
    steering.hold({ pan: share(to.x - drag.from.x), tilt: share(drag.from.y - to.y) }, ptzUi.speed)
  }
  function end() {
    if (drag === undefined) return
    setDrag(undefined)
    const picture = pictureOf(layer.current, channel)
    const inside = (spot: Spot) => ({ x: (spot.x - picture.left) / picture.width, y: (spot.y - picture.top) / picture.height })
    if (!drag.isDrag) {
      const at = inside(drag.from)
      if (canCentre === false) return
      if (at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1) act({ act: 'centre', ...at })
    } else if (dragging === 'steer') steering.release()
    else act({ act: 'area', ...areaOf(inside(drag.from), inside(drag.to)) })
  }
  function giveUp() {
    if (drag?.isDrag && dragging === 'steer') steering.release()
    setDrag(undefined)
  }
  return (
    <div
      ref={layer}
      className={classes['layer']}
      data-dragging={dragging}
      aria-hidden
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={giveUp}
      onContextMenu={(event) => event.preventDefault()}
    >
      {drag?.isDrag && dragging === 'box' && <span className={classes['box']} style={boxOf(drag)} />}
      {drag?.isDrag && dragging === 'steer' && (
        <svg className={classes['arrow']}>
          <circle cx={drag.from.x} cy={drag.from.y} r="5" />
          <line x1={drag.from.x} y1={drag.from.y} x2={drag.to.x} y2={drag.to.y} />
        </svg>
      )}
    </div>
  )
}

/** Where the whole picture is within the layer, also beyond its edges when it is zoomed. Where a plugin draws it, it keeps its shape. */
function pictureOf(layer: HTMLElement | null, { capability }: Channel) {
  const shown = layer?.closest('[data-window]')?.querySelector('[data-picture]')?.getBoundingClientRect()
  const from = layer?.getBoundingClientRect()
  if (shown && from) return { left: shown.left - from.left, top: shown.top - from.top, width: shown.width, height: shown.height }
  const [width, height] = [layer?.clientWidth ?? 1, layer?.clientHeight ?? 1]
  const { width: across = 16, height: down = 9 } = capability.streams[0] ?? {}
  const scale = Math.min(width / (across || 16), height / (down || 9))
  const size = { width: (across || 16) * scale, height: (down || 9) * scale }
  return { ...size, left: (width - size.width) / 2, top: (height - size.height) / 2 }
}

function areaOf(one: Spot, other: Spot) {
  const inside = (value: number) => Math.min(Math.max(value, 0), 1)
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)].map(inside) as [number, number]
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)].map(inside) as [number, number]
  return { left, top, width: right - left, height: bottom - top }
}

function boxOf({ from, to }: Drag) {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  }
}
