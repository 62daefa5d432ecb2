import { MOST_WINDOWS, overlap, type Rect, type WallGrid } from '#contract/calls/config/wall-grid.ts'
import type { Direction } from '../../../lib/wall-grid.ts'

/** Lines of a board at least: fine enough for thirds, quarters and sixths. */
const LINES = 12

/** A window on the board. `from` is the cell that it had on the wall, from which it brings its camera. */
interface Piece extends Rect {
  from?: number
}

/** A grid in the making, on finer lines. */
export interface Board {
  columns: number
  rows: number
  pieces: readonly Piece[]
}

/** The board for a grid: each of its lines stands for several, so that windows can be moved between them. */
export function boardOf({ columns, rows, cells }: WallGrid): Board {
  const [across, down] = [Math.max(1, Math.floor(LINES / columns)), Math.max(1, Math.floor(LINES / rows))]
  const pieces = cells.map(({ x, y, width, height }, from) => ({
    x: x * across,
    y: y * down,
    width: width * across,
    height: height * down,
    from,
  }))
  return { columns: columns * across, rows: rows * down, pieces }
}

/** The grid of a board. Its cells have the order of the pieces. */
export function gridOfBoard({ columns, rows, pieces }: Board): WallGrid {
  return { columns, rows, cells: pieces.map(({ x, y, width, height }) => ({ x, y, width, height })) }
}

function fits({ columns, rows, pieces }: Board, rect: Rect, except?: number): boolean {
  const isInside = rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= columns && rect.y + rect.height <= rows
  const isWindow = rect.width >= 1 && rect.height >= 1
  return isInside && isWindow && !pieces.some((piece, index) => index !== except && overlap(piece, rect))
}

/** Moves or resizes a piece. The same board when there is no room for it. */
export function putPiece(board: Board, index: number, rect: Rect): Board {
  if (!fits(board, rect, index)) return board
  return { ...board, pieces: board.pieces.map((piece, at) => (at === index ? { ...piece, ...rect } : piece)) }
}

/** Adds a window there. The same board when there is no room, or when it has as many windows as a wall may have. */
export function addPiece(board: Board, rect: Rect): Board {
  if (board.pieces.length >= MOST_WINDOWS || !fits(board, rect)) return board
  return { ...board, pieces: [...board.pieces, rect] }
}

export function removePiece(board: Board, index: number): Board {
  return { ...board, pieces: board.pieces.filter((_, at) => at !== index) }
}

/** The first free place, as large as a quarter of the board, or as it can be; nothing when the board is full. */
export function freePlace(board: Board): Rect | undefined {
  const most = Math.floor(Math.min(board.columns, board.rows) / 2)
  for (let size = Math.max(most, 1); size >= 1; size--) {
    for (let y = 0; y + size <= board.rows; y++) {
      for (let x = 0; x + size <= board.columns; x++) {
        const rect = { x, y, width: size, height: size }
        if (fits(board, rect)) return rect
      }
    }
  }
  return undefined
}

const steps: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** One line further. */
export function moved({ x, y, width, height }: Rect, direction: Direction): Rect {
  const step = steps[direction]
  return { x: x + step.x, y: y + step.y, width, height }
}

/** One line larger or smaller, at its right or lower side. */
export function resized({ x, y, width, height }: Rect, direction: Direction): Rect {
  const step = steps[direction]
  return { x, y, width: width + step.x, height: height + step.y }
}

/** The rectangle between two corners, each a line that belongs to it. */
export function between(one: { x: number; y: number }, other: { x: number; y: number }): Rect {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x) + 1,
    height: Math.abs(one.y - other.y) + 1,
  }
}
