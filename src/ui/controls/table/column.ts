import type { ReactNode } from 'react'

/** A column of a table of `Row`s. */
export interface Column<Row> {
  /** Under which its width is remembered, once in a table. */
  id: string
  /** What stands at its head. */
  name: string
  /** A head that is read to those who do not see the table, and is empty for all others. */
  isNameHidden?: boolean
  /** `main` names the row; numbers stand at the right, figures (times, telephone numbers) have one width, codes (serial numbers, addresses) more room; a `long` text makes room for all others, and is cut where there is none; `actions` stay in view at the right edge. */
  kind?: 'main' | 'number' | 'figures' | 'code' | 'long' | 'actions'
  /**
   * Where it stands below 768 px, where a row has two lines: `first` on the first one, `second` on the second, `none` nowhere.
   * Without it beside what names the row.
   */
  narrow?: 'first' | 'second' | 'none'
  /** How wide it is in a long table, or once the person has moved an edge; in pixels. */
  widthPx?: number
  /** What it is sorted by. Only for tables that have all rows: what comes in pages the service sorts. */
  sortBy?: (row: Row) => string | number
  /** The whole of what may be cut off, where the cell is more than a text. */
  title?: (row: Row) => string
  cell: (row: Row) => ReactNode
}
