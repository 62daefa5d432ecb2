import { eventMarks } from '../core/event-marks.ts'
import { pxOf } from '../core/view.ts'
import { sharp, type Context, type Scene } from './scene.ts'

/** How near to each other events are shown apart. */
const EVENT_PX = 24

/** Events: a diamond, an alarm a triangle; several together as a number, in the colour of an alarm when one of them is. */
export function paintEvents(context: Context, scene: Scene): void {
  const { view, layout, palette, events, font } = scene
  if (events === undefined) return
  const middle = layout.events.topPx + layout.events.heightPx / 2
  context.font = `600 10px ${font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { atMs, count, alarms } of eventMarks(events, view, EVENT_PX)) {
    const px = pxOf(view, atMs)
    const colour = alarms > 0 ? palette.alarm : palette.event
    context.fillStyle = context.strokeStyle = colour
    if (count === 1) {
      context.fill(shape(px, middle, alarms > 0))
      continue
    }
    const text = count > 99 ? '99+' : String(count)
    const half = context.measureText(text).width / 2 + 4
    context.beginPath()
    context.roundRect(px - half, middle - 7, 2 * half, 14, alarms > 0 ? 2 : 7)
    context.lineWidth = 1
    context.fillStyle = palette.lane
    context.fill()
    context.stroke()
    context.fillStyle = colour
    context.fillText(text, px, middle + 0.5)
  }
}

function shape(px: number, middle: number, isAlarm: boolean): Path2D {
  const path = new Path2D()
  const points = isAlarm
    ? ([
        [0, -5],
        [5.5, 4.5],
        [-5.5, 4.5],
      ] as const)
    : ([
        [0, -4.5],
        [4.5, 0],
        [0, 4.5],
        [-4.5, 0],
      ] as const)
  for (const [x, y] of points) path.lineTo(px + x, middle + y)
  path.closePath()
  return path
}

/** The marked part: a band from the dates down, and a bracket at each end. */
export function paintPart(context: Context, scene: Scene): void {
  const { view, layout, palette, part, ratio } = scene
  const { fromMs, toMs } = part
  if (fromMs === undefined && toMs === undefined) return
  const topPx = layout.ticks.topPx
  const fromPx = fromMs === undefined ? 0 : pxOf(view, fromMs)
  const toPx = toMs === undefined ? view.widthPx : pxOf(view, toMs)
  context.fillStyle = palette.accent
  context.globalAlpha = 0.16
  context.fillRect(fromPx, layout.dates.topPx, toPx - fromPx, layout.heightPx - layout.dates.topPx)
  context.globalAlpha = 1
  const bracket = (px: number, way: 1 | -1) => {
    const at = sharp(px, scene)
    context.fillRect(at, topPx, way * 2, layout.heightPx - topPx)
    context.fillRect(at, topPx, way * 7, 2)
    context.fillRect(at, layout.heightPx - 2 / ratio, way * 7, 2 / ratio)
  }
  if (fromMs !== undefined) bracket(fromPx, 1)
  if (toMs !== undefined) bracket(toPx, -1)
}

/** The line of the playhead, and a thin one under the pointer. Its time is a part of the document, above. */
export function paintHead(context: Context, scene: Scene): void {
  const { view, layout, palette, headMs, pointerMs, ratio, isCompact } = scene
  if (pointerMs !== undefined) {
    context.fillStyle = palette.dim
    context.fillRect(sharp(pxOf(view, pointerMs), scene), layout.ticks.topPx, 1 / ratio, layout.heightPx - layout.ticks.topPx)
  }
  const px = pxOf(view, headMs)
  if (px < -1 || px > view.widthPx + 1) return
  const at = Math.max(1, Math.min(sharp(px, scene), view.widthPx - 1))
  const [lane] = layout.lanes
  if (isCompact && lane) {
    context.fillStyle = palette.text
    context.beginPath()
    context.roundRect(Math.max(0, Math.min(at - 2, view.widthPx - 4)), lane.topPx - 1, 4, lane.heightPx + 1, 2)
    context.fill()
    return
  }
  // With a rim in the colour of the ground: it is seen on every segment.
  context.fillStyle = palette.lane
  context.fillRect(at - 2, layout.ticks.topPx, 4, layout.heightPx - layout.ticks.topPx)
  context.fillStyle = palette.accent
  context.fillRect(at - 1, layout.chip.heightPx, 2, layout.heightPx - layout.chip.heightPx)
}
