import { DAY_MS } from '#shared/time/day.ts'
import { beginsOf } from '../core/local-time.ts'
import { rulerOf, type Ruler } from '../core/ticks.ts'
import { pxOf } from '../core/view.ts'
import { dateText, tickText } from './texts.ts'
import { sharp, type Context, type Scene } from './scene.ts'

const TICK_PX = 7
const LABEL_PX = 58
/** A label is as wide as the unit that it tells. */
const LONG_LABEL_PX = 76
const INSET_PX = 6

/** The ruler: marks, their times, the viewer's own times below, and the day or month above, which stays in view while any of it does. */
export function paintRuler(context: Context, scene: Scene): void {
  const { view, zone, isCompact, layout } = scene
  const labelPx = view.toMs - view.fromMs < 20 * 60_000 ? LONG_LABEL_PX : LABEL_PX
  const ruler = rulerOf(view, zone, { tickPx: TICK_PX, labelPx })
  paintTicks(context, scene, ruler)
  paintTimes(context, scene, ruler, zone, layout.times, scene.palette.dim)
  if (scene.ownZone !== undefined && ruler.labelStepMs < DAY_MS)
    paintTimes(context, scene, ruler, scene.ownZone, layout.ownTimes, scene.palette.dim)
  if (!isCompact) paintDates(context, scene, ruler)
}

function paintTicks(context: Context, scene: Scene, { ticks }: Ruler): void {
  const { view, layout, palette, ratio, isCompact } = scene
  const bottomPx = layout.ticks.topPx + layout.ticks.heightPx
  for (const tick of ticks) {
    const px = sharp(pxOf(view, tick.atMs), scene)
    const lengthPx = tick.hasLabel ? layout.ticks.heightPx : layout.ticks.heightPx / 2
    context.fillStyle = tick.hasLabel ? palette.dim : palette.lineStrong
    context.fillRect(px, bottomPx - lengthPx, 1 / ratio, lengthPx)
    if (isCompact || !tick.hasLabel) continue
    // Down through the lanes, so that one of them is read as well as the first.
    context.fillStyle = palette.line
    context.fillRect(px, bottomPx, 1 / ratio, layout.heightPx - bottomPx)
  }
}

function paintTimes(
  context: Context,
  scene: Scene,
  { ticks, labelStepMs }: Ruler,
  zone: string,
  { topPx, heightPx }: { topPx: number; heightPx: number },
  colour: string,
): void {
  const { view, font, isCompact, locale } = scene
  context.font = `${isCompact ? 10 : 11}px ${font}`
  context.fillStyle = colour
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { atMs, hasLabel } of ticks) {
    if (!hasLabel) continue
    const text = tickText(atMs, zone, labelStepMs, locale)
    const half = context.measureText(text).width / 2
    const px = pxOf(view, atMs)
    // One that would be cut by the edge of the compact line is left out.
    if (isCompact && (px < half || px > view.widthPx - half)) continue
    context.fillText(text, px, topPx + heightPx / 2)
  }
}

function paintDates(context: Context, scene: Scene, { labelStepMs }: Ruler): void {
  const { view, zone, layout, palette, font, locale, ratio } = scene
  const { topPx, heightPx } = layout.dates
  const unit = labelStepMs >= DAY_MS ? 'month' : 'day'
  const begins = beginsOf(view, zone, unit)
  context.font = `600 12px ${font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  begins.forEach((beginMs, index) => {
    const beginPx = pxOf(view, beginMs)
    const nextPx = pxOf(view, begins[index + 1] ?? Infinity)
    if (beginPx > 0) {
      context.fillStyle = palette.lineStrong
      context.fillRect(sharp(beginPx, scene), topPx, 1 / ratio, layout.times.topPx + layout.times.heightPx - topPx)
    }
    const text = dateText(Math.max(beginMs, view.fromMs), zone, unit, locale)
    const width = context.measureText(text).width
    const px = Math.min(Math.max(beginPx, 0) + INSET_PX, nextPx - width - INSET_PX)
    context.fillStyle = palette.text
    const isWhole = beginPx <= 0 || (px >= beginPx && px + width <= view.widthPx)
    if (isWhole) context.fillText(text, px, topPx + heightPx / 2)
  })
}
