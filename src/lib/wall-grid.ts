import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { splits, type Rect, type Split, type WallGrid } from '#contract/calls/config/wall-grid.ts'
import { limits } from '#contract/limits.ts'

/** How the address names the grid of a wall: by its number of windows, or as one that somebody made. */
export type SplitName = Split | 'free'

/** Lines of a wall with one large window at the upper left, and small ones beside and below it. */
const withOneLarge: Partial<Record<Split, number>> = { 6: 3, 8: 4 }

function even(count: number, columns: number): WallGrid {
  const cells = Array.from({ length: count }, (_, cell) => ({ x: cell % columns, y: Math.floor(cell / columns), width: 1, height: 1 }))
  return { columns, rows: Math.ceil(count / columns), cells }
}

function oneLarge(lines: number): WallGrid {
  const small = even(lines * lines, lines).cells.filter(({ x, y }) => x === lines - 1 || y === lines - 1)
  return { columns: lines, rows: lines, cells: [{ x: 0, y: 0, width: lines - 1, height: lines - 1 }, ...small] }
}

const standard = new Map<Split, WallGrid>(
  splits.map((split) => {
    const lines = withOneLarge[split]
    return [split, lines === undefined ? even(split, Math.sqrt(split)) : oneLarge(lines)]
  }),
)

/** The grid of a number of windows. */
export function standardGrid(split: Split): WallGrid {
  return standard.get(split) as WallGrid
}

const PICTURE_RATIO = 16 / 9
/** As many columns as lines are left alone unless others show pictures wider by this: windows that move about help nobody. */
const GAIN = 1.15

/** A stage's shape, width over height, so roughly that windows do not move for some pixels. */
export function stageRatioOf({ width, height }: { width: number; height: number }): number {
  return Math.max(0.1, Math.round((width / height) * 10) / 10)
}

/** The grid on a stage of this shape (width over height): windows of one size stand in the columns and rows that show their pictures largest. */
export function fittedGrid(grid: WallGrid, stageRatio: number): WallGrid {
  const { cells, columns: usual } = grid
  const isEven = cells.length === usual * usual && splits.some((split) => standard.get(split) === grid)
  if (!isEven) return grid
  /** How wide a picture is, in widths of the stage. */
  const widthIn = (columns: number) => Math.min(1 / columns, PICTURE_RATIO / (stageRatio * Math.ceil(cells.length / columns)))
  const best = cells.map((_, index) => index + 1).reduce((one, other) => (widthIn(other) > widthIn(one) ? other : one), usual)
  return widthIn(best) < widthIn(usual) * GAIN ? grid : even(cells.length, best)
}

/** Shapes, width over height. Between the two, a wall has no room that none of its pictures uses. */
export interface WallShapes {
  narrowest: number
  widest: number
}

/** Those of a wall whose pictures take whatever room there is. */
export const anyShape: WallShapes = { narrowest: 0, widest: Infinity }

/**
 * The shapes in which a wall is of use to its pictures: taller than the narrowest, it has black above and below each of them; wider than the widest, beside
 * each. `ratioIn`: the shape of the picture in a cell, width over height; undefined for one that takes whatever its cell has.
 */
export function usefulShapes({ columns, rows, cells }: WallGrid, ratioIn: (cell: number) => number | undefined): WallShapes {
  const shapes = cells.map(({ width, height }, cell) => {
    const ratio = ratioIn(cell)
    return ratio && (ratio * height * columns) / (width * rows)
  })
  if (!shapes.every((shape) => shape !== undefined)) return anyShape
  return { narrowest: Math.min(...shapes), widest: Math.max(...shapes) }
}

/** A screen that is held upright shows the windows below each other, in few columns, so that pictures keep their width. */
export function narrowGrid({ cells }: WallGrid): WallGrid {
  return even(cells.length, cells.length <= 4 ? 1 : 2)
}

/** The grid of a layout. */
export function gridOf({ splitNum, grid }: Pick<LayoutValue, 'splitNum' | 'grid'>): WallGrid {
  return grid ?? standardGrid(splits.find((split) => split === splitNum) ?? splits[0])
}

/** How the address names the grid of a layout. */
export function splitNameOf({ splitNum, grid }: Pick<LayoutValue, 'splitNum' | 'grid'>): SplitName {
  return grid === undefined ? (splits.find((split) => split === splitNum) ?? splits[0]) : 'free'
}

/** The grid of a wall as the address names it; `free` is the one that somebody made, if there is one. */
export function wallGridOf(split: SplitName, free: WallGrid | undefined): Pick<LayoutValue, 'splitNum' | 'grid'> {
  if (split !== 'free') return { splitNum: split }
  return free === undefined ? { splitNum: limits.defaultSplit } : { splitNum: free.cells.length, grid: free }
}

/** For CSS: the lines between which a cell stands. */
export function gridArea({ x, y, width, height }: Rect): string {
  return `${y + 1} / ${x + 1} / span ${height} / span ${width}`
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** How far `to` lies beyond that side of `from`, along the way and across it; nothing when it does not. In grid lines. */
function way(from: Rect, to: Rect, direction: Direction): { along: number; across: number } | undefined {
  const along = {
    left: from.x - (to.x + to.width),
    right: to.x - (from.x + from.width),
    up: from.y - (to.y + to.height),
    down: to.y - (from.y + from.height),
  }[direction]
  const isSideways = direction === 'left' || direction === 'right'
  const [begin, end] = isSideways ? [from.y, from.y + from.height] : [from.x, from.x + from.width]
  const [toBegin, toEnd] = isSideways ? [to.y, to.y + to.height] : [to.x, to.x + to.width]
  const facesIt = toBegin < end && begin < toEnd
  return along < 0 || !facesIt ? undefined : { along, across: Math.abs(toBegin - begin) }
}

/** The cell that an arrow key leads to: the nearest one that faces this side; the same one at the edge. */
export function neighbour({ cells }: WallGrid, cell: number, direction: Direction): number {
  const from = cells[cell]
  if (from === undefined) return cell
  const ways = cells.flatMap((to, index) => {
    const found = index === cell ? undefined : way(from, to, direction)
    return found === undefined ? [] : [{ index, ...found }]
  })
  return ways.reduce<(typeof ways)[number] | undefined>((best, one) => (isNearer(one, best) ? one : best), undefined)?.index ?? cell
}

function isNearer(one: { along: number; across: number }, best: { along: number; across: number } | undefined): boolean {
  return best === undefined || one.along < best.along || (one.along === best.along && one.across < best.across)
}
