import { createContext } from 'react'
import { columnWidthLimits } from '#contract/limits.ts'

/** How narrow and how wide a column can be made, and how far an arrow key moves its edge. */
export const columnLimits = { ...columnWidthLimits, stepPx: 16 }

/** Widths of the columns of a table, by the columns' names. One that a person has never changed has none: its columns fit what they hold. */
export type ColumnWidths = Readonly<Record<string, number>>

/** Where the widths of tables are kept, by the tables' names, and how those of one are kept anew. Without somebody who keeps them they last as long as the table. */
export interface KeptColumns {
  tables: Readonly<Record<string, ColumnWidths>>
  keep: (table: string, widths: ColumnWidths) => void
}

export const KeptColumnsContext = createContext<KeptColumns>({ tables: {}, keep: () => {} })

/** The width, as far as a column can have it, in whole pixels. */
export function clampWidth(widthPx: number): number {
  return Math.round(Math.min(columnLimits.mostPx, Math.max(columnLimits.leastPx, widthPx)))
}
