import * as z from 'zod/mini'

/** Numbers of windows with a grid of their own (rule 9.4). */
export const splits = [1, 4, 6, 8, 9, 16, 25, 36, 64] as const
export type Split = (typeof splits)[number]

/** Windows of the largest wall. */
export const MOST_WINDOWS = 64
const MOST_LINES = 24

const line = z.int().check(z.minimum(0), z.maximum(MOST_LINES - 1))
const span = z.int().check(z.minimum(1), z.maximum(MOST_LINES))
const rect = z.object({ x: line, y: line, width: span, height: span })

/** A window's place: its first column and row, counted from 0, and how many of them it takes. */
export type Rect = z.output<typeof rect>

export function overlap(one: Rect, other: Rect): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
}

/** Where the windows of a wall stand, by cell. They lie within the columns and rows and not over each other; what they leave free is empty. */
export const wallGrid = z
  .object({ columns: span, rows: span, cells: z.array(rect).check(z.minLength(1), z.maxLength(MOST_WINDOWS)) })
  .check(
    z.refine(({ columns, rows, cells }) => cells.every(({ x, y, width, height }) => x + width <= columns && y + height <= rows)),
    z.refine(({ cells }) => !cells.some((cell, index) => cells.slice(index + 1).some((other) => overlap(cell, other)))),
  )
export type WallGrid = z.output<typeof wallGrid>
