import { fillPixels, paintOrder } from '../core/segments.ts'
import { pxOf, spanMs } from '../core/view.ts'
import { tileOf, TILE_PX } from './patterns.ts'
import type { Context, Scene } from './scene.ts'

let pixels = new Uint8Array(0)
let strip = new ImageData(1, 1)
const colourCanvas = document.createElement('canvas')
let tiles: { key: string; patterns: CanvasPattern[] } = { key: '', patterns: [] }

/** The patterns in the order of `paintOrder`, made anew when the theme or the screen is another. */
function patternsOf(context: Context, { view, palette, ratio }: Scene): CanvasPattern[] {
  const key = `${ratio} ${palette.types.MOTION.fill}`
  if (tiles.key !== key) {
    const patterns = paintOrder.map((type) => context.createPattern(tileOf(palette.types[type], ratio), 'repeat') as CanvasPattern)
    tiles = { key, patterns }
  }
  // The pattern goes with the time that it lies on, as if it were drawn there.
  const shift = -((view.fromMs / spanMs(view)) * view.widthPx) % TILE_PX
  for (const pattern of tiles.patterns) pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, shift, 0]))
  return tiles.patterns
}

/** The grounds of the lanes. Without lanes the compact line shows how much of the whole has been played. */
export function paintLanes(context: Context, scene: Scene): void {
  const { view, layout, palette, lanes } = scene
  if (scene.isCompact && lanes.length === 0) return paintPlayed(context, scene)
  context.fillStyle = palette.lane
  for (const { topPx, heightPx } of layout.lanes) context.fillRect(0, topPx, view.widthPx, heightPx)
}

/** A pattern is not seen in less, CSS pixels. */
const LEAST_PATTERN_PX = 3

/**
 * What was recorded. What is drawn depends on the pixels, not on how many segments there are: the colours of all lanes are one small picture, a row for
 * each, that is drawn out to their heights; patterns come over those that are wide enough.
 */
export function paintSegments(context: Context, scene: Scene): void {
  const { view, layout, palette, lanes, ratio } = scene
  const width = Math.round(view.widthPx * ratio)
  if (lanes.length === 0) return
  if (strip.width !== width || strip.height !== lanes.length) strip = new ImageData(width, lanes.length)
  if (pixels.length !== width) pixels = new Uint8Array(width)
  const colours = new Uint32Array(strip.data.buffer)
  const inks = [0, ...paintOrder.map((type) => littleEndian(palette.types[type].fill))]
  const wide: { lane: number; value: number; from: number; to: number }[] = []
  lanes.forEach((recorded, lane) => {
    fillPixels(recorded, view, pixels)
    let from = 0
    for (let px = 0; px <= width; px += 1) {
      if (px < width) colours[lane * width + px] = inks[pixels[px] ?? 0] ?? 0
      if (px < width && pixels[px] === pixels[from]) continue
      const value = pixels[from] ?? 0
      if (value > 0 && px - from >= LEAST_PATTERN_PX * ratio) wide.push({ lane, value, from, to: px })
      from = px
    }
  })
  if (colourCanvas.width !== width || colourCanvas.height !== lanes.length) Object.assign(colourCanvas, { width, height: lanes.length })
  colourCanvas.getContext('2d')?.putImageData(strip, 0, 0)
  context.imageSmoothingEnabled = false
  layout.lanes.forEach(({ topPx, heightPx }, lane) => {
    if (lane < lanes.length) context.drawImage(colourCanvas, 0, lane, width, 1, 0, topPx, width / ratio, heightPx)
  })
  const patterns = patternsOf(context, scene)
  for (const { lane, value, from, to } of wide) {
    const { topPx = 0, heightPx = 0 } = layout.lanes[lane] ?? {}
    context.fillStyle = patterns[value - 1] ?? palette.dim
    context.fillRect(from / ratio, topPx, (to - from) / ratio, heightPx)
  }
}

/** `#rrggbb` as a number whose bytes are red, green, blue and full in memory. */
function littleEndian(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return (0xff_00_00_00 | ((value & 255) << 16) | (value & 0xff_00) | (value >> 16)) >>> 0
}

function paintPlayed(context: Context, { view, layout, palette, headMs }: Scene): void {
  const [lane] = layout.lanes
  if (lane === undefined) return
  const px = Math.max(0, Math.min(pxOf(view, headMs), view.widthPx))
  const rounded = (fromPx: number, widthPx: number, colour: string) => {
    context.beginPath()
    context.roundRect(fromPx, lane.topPx + 3, widthPx, lane.heightPx - 6, 2)
    context.fillStyle = colour
    context.fill()
  }
  rounded(0, view.widthPx, palette.lineStrong)
  rounded(0, px, palette.accent)
}
