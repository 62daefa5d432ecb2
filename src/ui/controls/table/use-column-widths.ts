import { use, useState, type RefObject } from 'react'
import { clampWidth, KeptColumnsContext, type ColumnWidths } from './column-widths.ts'
import type { Column } from './column.ts'

/** Of a column that says nothing else, in a table whose columns do not fit what they hold. */
const DEFAULT_PX = 144
const ACTIONS_PX = 48

/**
 * How wide the columns of a table are: as wide as what they hold, until the person moves an edge; from then on as they have made them, on all their machines.
 * The last column that is no action takes the rest. Those of a long table never fit what they hold, which would change while it scrolls.
 */
export function useColumnWidths<Row>(
  table: string,
  columns: readonly Column<Row>[],
  head: RefObject<HTMLTableSectionElement | null>,
  isLong: boolean,
) {
  const { tables, keep } = use(KeptColumnsContext)
  /** As they were moved since the table is there. */
  const [moved, setMoved] = useState<ColumnWidths>()
  const widths = moved ?? tables[table] ?? {}
  const isFixed = isLong || Object.keys(widths).length > 0
  const last = columns.findLast(({ kind }) => kind !== 'actions')?.id
  const widthOf = ({ id, widthPx, kind }: Column<Row>) => widths[id] ?? widthPx ?? (kind === 'actions' ? ACTIONS_PX : DEFAULT_PX)

  /** Gives a column this width, `isDone` when it is meant to be remembered. All others keep what they have now. */
  function setWidth(column: string, widthPx: number, isDone: boolean) {
    const heads = [...(head.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const shown = Object.fromEntries(heads.map((cell) => [cell.dataset['column'] ?? '', clampWidth(cell.offsetWidth)]))
    const ours = columns
      .filter(({ id, kind }) => id !== last && kind !== 'actions')
      .map(({ id }) => [id, widths[id] ?? shown[id] ?? DEFAULT_PX])
    const next = { ...widths, ...Object.fromEntries(ours), [column]: clampWidth(widthPx) }
    setMoved(next)
    if (isDone) keep(table, next)
  }
  /** Lets the columns fit what they hold again. */
  function fit() {
    setMoved({})
    keep(table, {})
  }
  return {
    last,
    /** Undefined while the columns fit what they hold. */
    fixed: isFixed
      ? {
          leastPx: columns.reduce((sum, column) => sum + widthOf(column), 0),
          of: (column: Column<Row>) => (column.id === last ? undefined : widthOf(column)),
        }
      : undefined,
    setWidth,
    fit,
  }
}
