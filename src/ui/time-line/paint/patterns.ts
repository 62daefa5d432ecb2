import type { PatternKind, TypeLook } from './palette.ts'

/** How often a pattern comes again, CSS pixels. */
export const TILE_PX = 8

type Stroke = readonly [fromX: number, fromY: number, toX: number, toY: number]
const strokes: Record<Exclude<PatternKind, 'plain' | 'dots' | 'sparse'>, { width: number; lines: readonly Stroke[] }> = {
  // Beyond the corners too, so that the tiles join.
  rising: {
    width: 1.5,
    lines: [
      [-2, 10, 10, -2],
      [-2, 2, 2, -2],
      [6, 10, 10, 6],
    ],
  },
  falling: {
    width: 1.5,
    lines: [
      [-2, -2, 10, 10],
      [-2, 6, 2, 10],
      [6, -2, 10, 2],
    ],
  },
  crossed: {
    width: 1.25,
    lines: [
      [-2, 10, 10, -2],
      [-2, -2, 10, 10],
    ],
  },
  upright: { width: 1.5, lines: [[4, 0, 4, 8]] },
  level: {
    width: 1.5,
    lines: [
      [0, 2, 8, 2],
      [0, 6, 8, 6],
    ],
  },
  bars: { width: 3, lines: [[2, 0, 2, 8]] },
}

/** Draws one tile of a type into a context that is scaled to CSS pixels. */
function drawTile(context: CanvasRenderingContext2D, { fill, ink, pattern }: TypeLook): void {
  context.fillStyle = fill
  context.fillRect(0, 0, TILE_PX, TILE_PX)
  context.fillStyle = context.strokeStyle = ink
  if (pattern === 'plain') return
  if (pattern === 'dots' || pattern === 'sparse') {
    for (const [x, y] of pattern === 'dots'
      ? ([
          [2, 2],
          [6, 6],
        ] as const)
      : ([[4, 4]] as const)) {
      context.beginPath()
      context.arc(x, y, pattern === 'dots' ? 1.4 : 1.6, 0, 2 * Math.PI)
      context.fill()
    }
    return
  }
  const { width, lines } = strokes[pattern]
  context.lineWidth = width
  context.beginPath()
  for (const [fromX, fromY, toX, toY] of lines) {
    context.moveTo(fromX, fromY)
    context.lineTo(toX, toY)
  }
  context.stroke()
}

/** The tile of a type as a picture, for a screen with so many pixels to each CSS pixel. */
export function tileOf(look: TypeLook, ratio: number): HTMLCanvasElement {
  const side = Math.max(1, Math.round(TILE_PX * ratio))
  // Not every browser can draw beside the page.
  const tile = document.createElement('canvas')
  tile.width = tile.height = side
  const context = tile.getContext('2d')
  if (context === null) return tile
  context.scale(side / TILE_PX, side / TILE_PX)
  drawTile(context, look)
  return tile
}
