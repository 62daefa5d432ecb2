import * as z from 'zod/mini'
import { parseJson } from '#shared/net/parse-json.ts'

/** How narrow and how wide a column can be made, and how far an arrow key moves its edge. */
export const columnLimits = { leastPx: 64, mostPx: 960, stepPx: 16 }
/** What is kept here of whoever is signed in goes when they sign out (`forgetKept`). */
const KEPT_UNDER = 'sightline.columns'

/** Widths of the columns of a table, by the columns' names. One that a person has never changed has none: its columns fit what they hold. */
export type ColumnWidths = Readonly<Record<string, number>>

const keptTables = z.record(z.string(), z.record(z.string(), z.number()))

function read(kept: Pick<Storage, 'getItem'>): z.output<typeof keptTables> {
  const { data } = keptTables.safeParse(parseJson(kept.getItem(KEPT_UNDER) ?? ''))
  return data ?? {}
}

/** The width, as far as a column can have it, in whole pixels. */
export function clampWidth(widthPx: number): number {
  return Math.round(Math.min(columnLimits.mostPx, Math.max(columnLimits.leastPx, widthPx)))
}

/** The widths that this machine remembers of a table; empty, too, when what is kept cannot be read. */
export function keptWidths(kept: Pick<Storage, 'getItem'>, table: string): ColumnWidths {
  const widths = Object.entries(read(kept)[table] ?? {})
  return Object.fromEntries(widths.map(([column, widthPx]) => [column, clampWidth(widthPx)]))
}

/** Remembers the widths of a table; empty ones are forgotten. A storage that is full or closed remembers nothing, and the table goes on. */
export function keepWidths(kept: Pick<Storage, 'getItem' | 'setItem'>, table: string, widths: ColumnWidths): void {
  const { [table]: _, ...others } = read(kept)
  const all = Object.keys(widths).length === 0 ? others : { ...others, [table]: widths }
  try {
    kept.setItem(KEPT_UNDER, JSON.stringify(all))
  } catch {
    // Nothing is lost but the width.
  }
}
